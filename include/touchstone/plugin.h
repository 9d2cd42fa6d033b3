/* SPDX-License-Identifier: MIT */
/*
 * The plug-in interface of Touchstone, a judge of contact algorithms for convex polytopes. C99 and
 * C++. It includes nothing but <stddef.h> and <stdint.h>, and a plug-in links against nothing.
 *
 * A plug-in is a shared library that exports one data symbol, `touchstone_plugin_entry`:
 *
 *   TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
 *       TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, my_init, my_deinit, my_get_interface};
 *
 * Then `touchstone validate ./libmine.so` judges it. `touchstone new-plugin DIR` writes one that
 * works, to start from.
 *
 * Threads. The host calls init and deinit once in each process, and get_interface between them. A
 * process that is killed, for a fault or a limit of time, gets no further call. The host calls one
 * instance from one thread at a time, always the same one; other processes have instances of their
 * own and run in parallel. Within a process there may be several instances, each with a thread of
 * its own: what they share must be read-only or locked.
 *
 * Memory. The caller owns every buffer. What the host passes in is valid until the call returns;
 * a shape is valid until `release` returns. What the plug-in returns (strings, the descriptor, the
 * interfaces) stays the plug-in's and is valid until deinit. Shapes are mapped read-only: a write
 * into them is a fault of the plug-in.
 *
 * Units and frames. Lengths are in one unit, called [m]. A shape's arrays are in its local frame;
 * a pose takes them to the world, p_W = R p + t; every answer is in the world frame. Normals are
 * unit vectors that point from B to A. Doubles are IEEE 754 binary64.
 *
 * The structs below are frozen. New abilities come as new interface ids, never as new members.
 * Since 1.1: instance/2 and descriptor/2, for bodies with a radius or a curved core and for answers
 * that leave a margin out on purpose. Since 1.2: manifold/1 instead of contacts/1. Since 1.3:
 * gradient/1. Since 1.4: solver/1, for contact solvers (touchstone/solver.h).
 */
#ifndef TOUCHSTONE_PLUGIN_H
#define TOUCHSTONE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A host loads plug-ins of its own major version only. A minor version adds interface ids. */
#define TOUCHSTONE_ABI_MAJOR 1u
#define TOUCHSTONE_ABI_MINOR 4u

#if defined(_WIN32)
#define TOUCHSTONE_VISIBLE __declspec(dllexport)
#else
#define TOUCHSTONE_VISIBLE __attribute__((visibility("default")))
#endif
#ifdef __cplusplus
#define TOUCHSTONE_EXPORT extern "C" TOUCHSTONE_VISIBLE
#else
#define TOUCHSTONE_EXPORT TOUCHSTONE_VISIBLE
#endif

/* ------------------------------------------------------------------ what is asked ------------ */

/** A convex polytope in its local frame: the hull of its vertices. The vertices are the truth;
 * facets and edges are derived from them and rounded. */
typedef struct touchstone_shape {
  /** Two shapes of one instance have the same id only if they have the same content. */
  uint64_t id;
  /** 0 point, 1 segment, 2 polygon, 3 solid: found exactly. */
  uint32_t dimension;
  uint32_t vertex_count;
  uint32_t facet_count;  /**< 0 below dimension 2; a polygon has its two sides */
  uint32_t corner_count; /**< of all facets together */
  uint32_t edge_count;
  /** 1: a box along the local axes, and box_center and box_half_extents hold. */
  uint32_t is_box;
  const double* vertices;        /**< vertex_count x 3 [m] */
  const double* facet_planes;    /**< facet_count x 4: unit outward normal n, o; n.x <= o [1, m] */
  const uint32_t* facet_begin;   /**< facet_count + 1: facet k has the corners from facet_begin[k]
                                      up to, not including, facet_begin[k + 1] */
  const uint32_t* facet_corners; /**< corner_count: vertices, counter-clockwise seen from outside */
  const int32_t* edges;          /**< edge_count x 4: vertices v0, v1, and the facets left and right
                                      of v0 -> v1 seen from outside (-1: none) */
  double interior_point[3];      /**< the ratio metric scales the body about it [m] */
  double bounding_radius;        /**< largest distance of a vertex from the interior point [m] */
  double box_center[3];          /**< [m] */
  double box_half_extents[3];    /**< half of each side [m] */
} touchstone_shape;

/** What a body is around. Others may come: bodies are put only to who says that he takes them.
 * Curved cores are solids about the origin of their local frame. */
enum {
  TOUCHSTONE_CORE_POLYTOPE = 0,
  TOUCHSTONE_CORE_CYLINDER = 1, /**< lengths: radius r, half length h; about z, |z| <= h */
  TOUCHSTONE_CORE_CONE = 2,     /**< lengths: r, h; base of radius r at z = -h, apex at z = h */
  TOUCHSTONE_CORE_ELLIPSOID = 3 /**< lengths: semi-axes along x, y and z */
};

/** All points within `radius` of a core. The pose acts on the core, as it stands; the ball is added
 * in the world. A sphere is a point with a radius, a capsule a segment with one. */
typedef struct touchstone_body {
  /** Two bodies of one instance have the same id only if they have the same content. */
  uint64_t id;
  uint32_t core;                 /**< TOUCHSTONE_CORE_... */
  uint32_t dimension;            /**< of the core: 0 point, 1 segment, 2 polygon, 3 solid */
  double radius;                 /**< [m]; 0: the core alone */
  const touchstone_shape* shape; /**< the core, if it is a polytope; else NULL */
  double lengths[3];             /**< of a curved core [m]; others are 0 */
} touchstone_body;

/** p_W = R p + t. R is a rotation up to rounding, at most 1e-6 in each entry of R'R. */
typedef struct touchstone_pose {
  double R[9]; /**< row by row [1] */
  double t[3]; /**< [m] */
} touchstone_pose;

typedef struct touchstone_query {
  void* A; /**< what `prepare` returned for body A */
  void* B;
  touchstone_pose X_WA;
  touchstone_pose X_WB;
} touchstone_query;

/* ------------------------------------------------------------------ what is answered --------- */

enum {
  TOUCHSTONE_NO_ANSWER = 0, /**< the algorithm gave up; `note` may say why */
  TOUCHSTONE_ANSWERED = 1,  /**< `value` holds */
  TOUCHSTONE_SIGN_ONLY = 2, /**< only `sign` holds */
  TOUCHSTONE_SKIPPED = 3    /**< the algorithm does not take such questions; `note` says why */
};

enum {
  TOUCHSTONE_HAS_NORMAL = 1,   /**< `normal` holds */
  TOUCHSTONE_HAS_WITNESSES = 2 /**< `witness_A` and `witness_B` hold */
};

/** The host clears it before each question: status no_answer, nothing given. */
typedef struct touchstone_answer {
  int32_t status; /**< one of the four above */
  int32_t sign;   /**< of sign_only: 1 separated, 0 touching, -1 penetrating */
  uint32_t given; /**< TOUCHSTONE_HAS_... */
  uint32_t reserved;
  /** Distance: the signed Euclidean distance, negative where the bodies penetrate: the length of
   * the shortest translation that separates them [m]. Ratio: (r - 1)/r, where r is the smallest
   * factor by which both bodies, scaled about their interior points, touch [1]. */
  double value;
  double normal[3];    /**< unit, from B to A, world [1] */
  double witness_A[3]; /**< on A, world [m] */
  double witness_B[3]; /**< on B; witness_A - witness_B = value normal (distance) [m] */
  char note[104];      /**< text that ends with a zero byte, or empty */
} touchstone_answer;

/* ------------------------------------------------------------------ what is claimed ---------- */

/** What an algorithm gives in a regime. Without TOUCHSTONE_GIVES_VALUE it gives a sign there. */
enum {
  TOUCHSTONE_GIVES_VALUE = 1,
  TOUCHSTONE_GIVES_NORMAL = 2,
  TOUCHSTONE_GIVES_WITNESSES = 4,
  TOUCHSTONE_SKIPS = 8 /**< it takes no question of this regime and says skipped */
};

enum { TOUCHSTONE_FLOAT64 = 0, TOUCHSTONE_FLOAT32 = 1 };

/** Who the plug-in is and what it claims. The judge holds it to that. */
typedef struct touchstone_descriptor {
  const char* name;    /**< of the algorithm, as tables show it: letters, digits, _ . + - */
  const char* version; /**< of the library */
  const char* build;   /**< how it was built ("Debian 12, -O2"), or empty */
  const char* summary; /**< one line: what it is, and the parameters that it uses */
  /** Where the algorithm departs from the plain signed distance, as text; NULL if nowhere. */
  const char* policy;
  /** TOUCHSTONE_FLOAT32: the pair is rounded to single precision before its truth is computed. */
  uint32_t scalar;
  uint32_t takes_flat;   /**< 1: bodies of dimension below 3 too */
  uint32_t boxes_only;   /**< 1: only boxes along their local axes */
  uint32_t max_vertices; /**< of one body, that it is run at by default; 0: 1024 */
  /** Error that it claims, relative to the smaller body's bounding radius; at most 1e-3, 0: 1e-8.
   * Verdicts are given at the tolerance that the user asked for, and beside it at this one. */
  double own_tolerance;
  uint32_t when_separated; /**< TOUCHSTONE_GIVES_... */
  uint32_t when_touching;
  uint32_t when_penetrating;
  uint32_t reserved;
} touchstone_descriptor;

/** Bodies with a radius and with curved cores. Who takes none of them is asked about polytopes
 * alone. A curved core with a radius is put to who takes it and TOUCHSTONE_TAKES_ROUND_SOLIDS. */
enum {
  TOUCHSTONE_TAKES_SPHERES = 1,        /**< a point */
  TOUCHSTONE_TAKES_CAPSULES = 2,       /**< a segment */
  TOUCHSTONE_TAKES_ROUND_POLYGONS = 4, /**< a polygon */
  TOUCHSTONE_TAKES_ROUND_BOXES = 8,    /**< a box along its local axes */
  TOUCHSTONE_TAKES_ROUND_SOLIDS = 16,  /**< any other solid */
  TOUCHSTONE_TAKES_RADIUS = 31,        /**< all of these */
  TOUCHSTONE_TAKES_CYLINDERS = 32,     /**< a cylinder as core */
  TOUCHSTONE_TAKES_CONES = 64,
  TOUCHSTONE_TAKES_ELLIPSOIDS = 128
};

/** What is claimed beside touchstone_descriptor, which says what is taken without a radius. */
typedef struct touchstone_descriptor_2 {
  uint32_t takes; /**< TOUCHSTONE_TAKES_... */
  uint32_t reserved;
  /** The value is phi - offset on purpose, whatever the sign of phi: a margin [m]. The regimes of
   * the descriptor and a sign alone go by phi - offset, too. Normal and witness points are those of
   * the bodies. At least 0. */
  double offset;
  /** Where the value would exceed this, the sign +1 is answer enough [m]; 0: nowhere. */
  double reach;
} touchstone_descriptor_2;

/* ------------------------------------------------------------------ interfaces --------------- */

/** "touchstone.descriptor/1": get_interface returns a touchstone_descriptor. Required. */
#define TOUCHSTONE_DESCRIPTOR_1 "touchstone.descriptor/1"
/** "touchstone.instance/1": a touchstone_instance_1. Required. */
#define TOUCHSTONE_INSTANCE_1 "touchstone.instance/1"
/** "touchstone.descriptor/2": a touchstone_descriptor_2, beside descriptor/1. */
#define TOUCHSTONE_DESCRIPTOR_2 "touchstone.descriptor/2"
/** "touchstone.instance/2": a touchstone_instance_2, beside instance/1. Required of who takes
 * anything by descriptor/2. */
#define TOUCHSTONE_INSTANCE_2 "touchstone.instance/2"
/** "touchstone.distance/1": a touchstone_evaluate_1, signed Euclidean distance. */
#define TOUCHSTONE_DISTANCE_1 "touchstone.distance/1"
/** "touchstone.distance_batch/1": a touchstone_batch_1. Taken instead of distance/1 if offered. */
#define TOUCHSTONE_DISTANCE_BATCH_1 "touchstone.distance_batch/1"
/** "touchstone.ratio/1": a touchstone_evaluate_1, the ratio metric. */
#define TOUCHSTONE_RATIO_1 "touchstone.ratio/1"
/** "touchstone.manifold/1": a touchstone_manifold_1. */
#define TOUCHSTONE_MANIFOLD_1 "touchstone.manifold/1"
/** "touchstone.gradient/1": a touchstone_gradient_1. */
#define TOUCHSTONE_GRADIENT_1 "touchstone.gradient/1"
/** "touchstone.proof/1": a touchstone_proof_1, besides distance/1. */
#define TOUCHSTONE_PROOF_1 "touchstone.proof/1"

/** "touchstone.collection/1": a touchstone_collection_1, instead of all others: several algorithms
 * in one library (docs/time.md). */
#define TOUCHSTONE_COLLECTION_1 "touchstone.collection/1"

/** The most questions of one batch. */
#define TOUCHSTONE_MAX_BATCH 4096u

/** Instances and shapes: what all other interfaces are called with. */
typedef struct touchstone_instance_1 {
  /** A new instance, or NULL if there can be none. Warm starts live in it and nowhere else. */
  void* (*create)(void);
  void (*destroy)(void* instance);
  /** Forgets warm starts: from here on answers must not depend on earlier questions. The host calls
   * it before each batch of a campaign, never within a warm timing run or a simulation. */
  void (*reset)(void* instance);
  /** The plug-in's own tables of a shape, or NULL if it cannot take it: the question is then
   * `skipped`. `shape` stays valid until `release`; returning it as it is, as a pointer, is fine.
   */
  void* (*prepare)(void* instance, const touchstone_shape* shape);
  void (*release)(void* instance, void* prepared);
} touchstone_instance_1;

typedef struct touchstone_instance_2 {
  /** Called instead of instance/1's for every body, with a radius or without, under the same rules:
   * `body` and its shape stay valid until `release`. */
  void* (*prepare)(void* instance, const touchstone_body* body);
} touchstone_instance_2;

typedef struct touchstone_evaluate_1 {
  /** One question. A and B were prepared by this instance, and may be the same. */
  void (*evaluate)(void* instance, const touchstone_query* query, touchstone_answer* answer);
} touchstone_evaluate_1;

typedef struct touchstone_batch_1 {
  /** `count` questions, 1..TOUCHSTONE_MAX_BATCH; answers[k] belongs to queries[k]. */
  void (*evaluate)(void* instance, const touchstone_query* queries, size_t count,
                   touchstone_answer* answers);
} touchstone_batch_1;

/** Where a point of a manifold lies. */
enum {
  TOUCHSTONE_POINT_MIDDLE = 0, /**< half way between its places on A and on B */
  TOUCHSTONE_POINT_ON_A = 1,
  TOUCHSTONE_POINT_ON_B = 2
};

/** `max_points` of a library that leaves none out. */
#define TOUCHSTONE_ANY_COUNT 0xffffffffu

/** What a library does on purpose, so that it is not taken for a fault. All 0 but `max_points`: it
 * returns every corner of the true manifold of overlapping and touching bodies. */
typedef struct touchstone_manifold_policy {
  uint32_t max_points;    /**< at most so many points, or TOUCHSTONE_ANY_COUNT; not 0 */
  uint32_t place;         /**< TOUCHSTONE_POINT_... */
  uint32_t depth_is_gap;  /**< 1: a depth is negative where bodies overlap; 0: positive there */
  uint32_t depth_of_pair; /**< 1: all points have the depth of the pair; 0: each its own */
  uint32_t many_normals;  /**< 1: each point has a normal of its own; 0: all have the same */
  uint32_t reserved;      /**< 0 */
  double reach;           /**< the largest gap at which points are returned [m]; may be infinite */
  /** A normal is taken though its gap is less than phi, by up to slack + relative_slack |phi|. */
  double slack;            /**< [m] */
  double relative_slack;   /**< [1] */
  double merging_distance; /**< points nearer to each other than this become one [m] */
  double least_share;      /**< of the area (length) that max_points of the corners enclose at most,
                                so much is kept; at most 1 [1] */
  double offset;           /**< a margin that is in the depth: it is that of gap - offset [m] */
  double reserved_lengths[2]; /**< 0 */
} touchstone_manifold_policy;

/** The gap at a point is n.(p_A - p_B) between its places on A and on B, which are one along n. */
typedef struct touchstone_manifold_point {
  double position[3]; /**< where the policy says, world [m] */
  double depth;       /**< of the point or the pair, with the sign of the policy [m] */
  double normal[3];   /**< unit, from B to A, world */
  uint64_t id;        /**< what the library calls the point from step to step */
  uint32_t has_id;    /**< 1: `id` holds */
  uint32_t reserved;
} touchstone_manifold_point;

typedef struct touchstone_manifold_1 {
  touchstone_manifold_policy policy;
  /** The contact points of a pair, in the library's own terms. The policy's `reach` says at which
   * distance of the bodies there are none any more. `reach` [m] is the look-ahead of the question:
   * points whose gap is at most that are of use, too, and with -infinity none but the corners of
   * where the bodies touch once A has moved by -phi along the normal. A library without such a
   * choice ignores it. `answer` gets the status of the question: TOUCHSTONE_SIGN_ONLY is enough,
   * with TOUCHSTONE_ANSWERED its value is the signed distance. Writes at most `room` points, which
   * is at least 256, and returns how many there are: more than `room` counts as no answer. */
  size_t (*find)(void* instance, const touchstone_query* query, double reach,
                 touchstone_answer* answer, touchstone_manifold_point* points, size_t room);
} touchstone_manifold_1;

/** Whether the value has one gradient at a pair. At a kink it has several:
 * any in their hull will do. */
enum { TOUCHSTONE_NOT_SAID = 0, TOUCHSTONE_DIFFERENTIABLE = 1, TOUCHSTONE_NOT_DIFFERENTIABLE = 2 };

/** The rate of the value for each unit of a motion: v is the velocity of the origin of a body's
 * frame, w the angular velocity about it, both in world axes. */
typedef struct touchstone_gradient {
  double v_A[3]; /**< distance [1], ratio [1/m] */
  double w_A[3]; /**< distance [m], ratio [1] */
  double v_B[3];
  double w_B[3];
  uint32_t differentiable; /**< TOUCHSTONE_NOT_SAID, ... */
  uint32_t reserved;       /**< 0 */
} touchstone_gradient;

typedef struct touchstone_gradient_1 {
  /** The gradient of the value of distance/1, distance_batch/1 or ratio/1. `answer` gets what these
   * would answer; its normal and witness points are not asked for. Returns 0; anything else if
   * there is no gradient. */
  int (*differentiate)(void* instance, const touchstone_query* query, touchstone_answer* answer,
                       touchstone_gradient* gradient);
} touchstone_gradient_1;

/** Vertices a of A and b of B: the point b - a of the Minkowski difference. */
typedef struct touchstone_vertex_pair {
  int32_t vertex_A;
  int32_t vertex_B;
} touchstone_vertex_pair;

typedef struct touchstone_proof_1 {
  /** What proves the value of the last answer of this instance (docs/certificates.md). `nearest`
   * and `support` have room for three pairs, `cycle` for `room` triangles of three, which is at
   * least 1024. Returns 0 and the counts, of triangles for `cycle`; anything else if there is no
   * proof. */
  int (*prove)(void* instance, const touchstone_query* query, touchstone_vertex_pair* nearest,
               uint32_t* nearest_count, touchstone_vertex_pair* support, uint32_t* support_count,
               touchstone_vertex_pair* cycle, uint32_t room, uint32_t* cycle_count);
} touchstone_proof_1;

typedef struct touchstone_collection_1 {
  size_t count; /**< of algorithms */
  /** As the entry's get_interface, of algorithm `k`, which is below `count`. */
  const void* (*get_interface)(size_t k, const char* id);
} touchstone_collection_1;

/* ------------------------------------------------------------------ the entry ---------------- */

typedef struct touchstone_plugin {
  uint32_t major; /**< TOUCHSTONE_ABI_MAJOR of the header it was compiled with */
  uint32_t minor;
  /** Called once, before anything else. `library` is the path of the plug-in's file. 0 is success;
   * anything else ends the program with a message. May be NULL. */
  int (*init)(const char* library);
  /** Called once, after every instance is destroyed. May be NULL. */
  void (*deinit)(void);
  /** The interface of this id, or NULL if the plug-in does not have it. */
  const void* (*get_interface)(const char* id);
} touchstone_plugin;

#ifdef __cplusplus
}
#endif

#endif
