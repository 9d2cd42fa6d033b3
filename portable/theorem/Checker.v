(* SPDX-License-Identifier: MIT *)
(** What a certificate claims, and the function on whole numbers that checks it. *)
From Coq Require Import ZArith Reals List Bool.
From Touchstone Require Import Distance Dyadic.
Import ListNotations.
Open Scope R_scope.

(** A body as a case file has it: vertices [m], rows of R, t [m]; the world point of v is R v + t. *)
Record body := Body { vertices : list dvec; row_x : dvec; row_y : dvec; row_z : dvec; offset : dvec }.

Definition place (b : body) (v : vec) : vec :=
  add (Vec (dot (vval (row_x b)) v) (dot (vval (row_y b)) v) (dot (vval (row_z b)) v)) (vval (offset b)).
Definition world (b : body) : list vec := map (fun v => place b (vval v)) (vertices b).
Definition placed (b : body) : list dvec :=
  map (fun v => vadd (DV (vdot (row_x b) v) (vdot (row_y b) v) (vdot (row_z b) v)) (offset b)) (vertices b).

Lemma placed_world b : map vval (placed b) = world b.
Proof.
  unfold placed, world. rewrite map_map. apply map_ext. intro v.
  rewrite vval_add. unfold place. f_equal. unfold vval at 1; simpl. now rewrite !dval_dot.
Qed.

(** * What is checked *)

Definition zvec := (Z * Z * Z)%type.
Definition ray (r : zvec) : dvec := let '(a, b, c) := r in vint a b c.

Definition dmin a b := if dle a b then a else b.

(** The least u.v of a list that is not empty. *)
Fixpoint lowest (u : dvec) (l : list dvec) : option dyadic :=
  match l with
  | [] => None
  | v :: l' => match lowest u l' with None => Some (vdot u v) | Some m => Some (dmin (vdot u v) m) end
  end.

Definition gap (A B : list dvec) (u : dvec) : option dyadic :=
  match lowest u A, lowest (vscale (dint (-1)) u) B with Some a, Some b => Some (dadd a b) | _, _ => None end.

Definition fraction_ok (P Q : Z) := ((0 <=? P) && (0 <? Q))%Z.
Definition square d := dmul d d.

(** root P Q n <= |g|, and |g| <= root P Q n, for the square [nn] of n. *)
Definition root_le P Q nn g := dle (dmul (dint P) nn) (dmul (dint Q) (square g)).
Definition root_ge P Q nn g := dle (dmul (dint Q) (square g)) (dmul (dint P) nn).

(** phi >= the value, by a direction. *)
Definition check_direction A B (overlap : bool) P Q (u : dvec) :=
  fraction_ok P Q && vnonzero u &&
  match gap A B u with
  | None => false
  | Some g => if overlap then dle (dint 0) g || root_ge P Q (vdot u u) g else dle (dint 0) g && root_le P Q (vdot u u) g
  end.

(** The sum of w (a - b), and of w, over weighted pairs of indices. *)
Fixpoint pairs_sum (A B : list dvec) (pairs : list (Z * nat * nat)) : option (dvec * dvec * Z) :=
  match pairs with
  | [] => Some (vint 0 0 0, vint 0 0 0, 0%Z)
  | (w, i, j) :: rest =>
      match nth_error A i, nth_error B j, pairs_sum A B rest with
      | Some a, Some b, Some (p, q, W) =>
          if (0 <? w)%Z then Some (vadd (vscale (dint w) a) p, vadd (vscale (dint w) b) q, (w + W)%Z) else None
      | _, _, _ => None
      end
  end.

(** phi <= root P Q, by two points. *)
Definition check_points A B P Q pairs :=
  fraction_ok P Q &&
  match pairs_sum A B pairs with
  | None => false
  | Some (p, q, W) =>
      let d := vsub p q in
      (0 <? W)%Z && dle (dmul (dint Q) (vdot d d)) (dmul (dint P) (square (dint W)))
  end.

(** A cover: each cone of three rays is split by a ray within it, or is a leaf that names vertices of A and B. *)
Inductive tree := Nothing | Leaf (a b : nat) | Split (r : zvec) (t1 t2 t3 : tree).

Definition determinant (r s t : zvec) : Z :=
  let '(a, b, c) := r in let '(d, e, f) := s in let '(g, h, i) := t in
  (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))%Z.
Definition zscale k (r : zvec) : zvec := let '(a, b, c) := r in (k * a, k * b, k * c)%Z.
Definition zadd (r s : zvec) : zvec := let '(a, b, c) := r in let '(d, e, f) := s in (a + d, b + e, c + f)%Z.
Definition zequal (r s : zvec) :=
  let '(a, b, c) := r in let '(d, e, f) := s in ((a =? d) && (b =? e) && (c =? f))%Z.

Definition leaf_ray P Q (c : dvec) (r : zvec) :=
  let s := vdot c (ray r) in dle (dint 0) s && root_le P Q (vdot (ray r) (ray r)) s.

Fixpoint check_tree (A B : list dvec) P Q (r1 r2 r3 : zvec) (t : tree) : bool :=
  match t with
  | Nothing => false
  | Leaf i j =>
      match nth_error A i, nth_error B j with
      | Some a, Some b =>
          let c := vsub b a in leaf_ray P Q c r1 && leaf_ray P Q c r2 && leaf_ray P Q c r3
      | _, _ => false
      end
  | Split r t1 t2 t3 =>
      let d := determinant r1 r2 r3 in
      let s := Z.sgn d in
      let x1 := (s * determinant r r2 r3)%Z in
      let x2 := (s * determinant r1 r r3)%Z in
      let x3 := (s * determinant r1 r2 r)%Z in
      ((0 <? Z.abs d) && (0 <=? x1) && (0 <=? x2) && (0 <=? x3) && (0 <? x1 + x2 + x3))%Z &&
      zequal (zscale (Z.abs d) r) (zadd (zscale x1 r1) (zadd (zscale x2 r2) (zscale x3 r3))) &&
      ((x1 =? 0)%Z || check_tree A B P Q r r2 r3 t1) &&
      ((x2 =? 0)%Z || check_tree A B P Q r1 r r3 t2) &&
      ((x3 =? 0)%Z || check_tree A B P Q r1 r2 r t3)
  end.

Definition octants : list (zvec * zvec * zvec) :=
  flat_map (fun x => flat_map (fun y => map (fun z => ((x, 0, 0), (0, y, 0), (0, 0, z))%Z) [1; -1]%Z) [1; -1]%Z)
    [1; -1]%Z.

(** phi <= - root P Q, by a tree for each octant, in the order of [octants]. *)
Fixpoint check_trees A B P Q (cones : list (zvec * zvec * zvec)) (trees : list tree) : bool :=
  match cones, trees with
  | [], [] => true
  | (r1, r2, r3) :: cones', t :: trees' => check_tree A B P Q r1 r2 r3 t && check_trees A B P Q cones' trees'
  | _, _ => false
  end.

Definition check_cover A B P Q trees := fraction_ok P Q && check_trees A B P Q octants trees.

(** gap(n)/|n| <= the value, by two points. *)
Definition check_normal A B (overlap : bool) P Q (n : dvec) pairs :=
  fraction_ok P Q &&
  match pairs_sum A B pairs with
  | None => false
  | Some (p, q, W) =>
      let g := vdot n (vsub p q) in
      let nn := dmul (square (dint W)) (vdot n n) in
      (0 <? W)%Z && if overlap then dle g (dint 0) && root_le P Q nn g else dle g (dint 0) || root_ge P Q nn g
  end.

(** The point x is farther than root P Q from a body: all of it lies that far behind, along u. *)
Definition check_beyond A P Q (x u : dvec) :=
  let back := vscale (dint (-1)) u in
  fraction_ok P Q &&
  match lowest back A with
  | None => false
  | Some m =>
      let g := dsub m (vdot back x) in
      dlt (dint 0) g && dlt (dmul (dint P) (vdot back back)) (dmul (dint Q) (square g))
  end.

(** * Certificates *)

Inductive certificate :=
| Apart (P Q : Z) (u : dvec) (pairs : list (Z * nat * nat))        (**r phi = sqrt(P/Q) *)
| Overlap (P Q : Z) (u : dvec) (cover : list tree)                 (**r phi = - sqrt(P/Q) *)
| At_least (overlap : bool) (P Q : Z) (u : dvec)                   (**r phi >= the value *)
| At_most (P Q : Z) (pairs : list (Z * nat * nat))                 (**r phi <= sqrt(P/Q) *)
| At_most_overlap (P Q : Z) (cover : list tree)                    (**r phi <= - sqrt(P/Q) *)
| Gap_at_most (overlap : bool) (P Q : Z) (n : dvec) (pairs : list (Z * nat * nat)) (**r gap(n)/|n| <= the value *)
| Beyond (of_a : bool) (P Q : Z) (x : dvec) (u : dvec).            (**r x is farther than sqrt(P/Q) from a body *)

Definition check (X Y : body) (c : certificate) : bool :=
  let A := placed X in
  let B := placed Y in
  match c with
  | Apart P Q u pairs => check_direction A B false P Q u && check_points A B P Q pairs
  | Overlap P Q u cover => check_direction A B true P Q u && check_cover A B P Q cover
  | At_least overlap P Q u => check_direction A B overlap P Q u
  | At_most P Q pairs => check_points A B P Q pairs
  | At_most_overlap P Q cover => check_cover A B P Q cover
  | Gap_at_most overlap P Q n pairs => check_normal A B overlap P Q n pairs
  | Beyond of_a P Q x u => check_beyond (if of_a then A else B) P Q x u
  end.

Definition claims (X Y : body) (c : certificate) : Prop :=
  let A := world X in
  let B := world Y in
  match c with
  | Apart P Q _ _ => phi_is A B (root P Q)
  | Overlap P Q _ _ => phi_is A B (- root P Q)
  | At_least overlap P Q _ => phi_at_least A B (value overlap P Q)
  | At_most P Q _ => phi_at_most A B (root P Q)
  | At_most_overlap P Q _ => phi_at_most A B (- root P Q)
  | Gap_at_most overlap P Q n _ => forall g, is_gap A B (vval n) g -> g <= value overlap P Q * norm (vval n)
  | Beyond of_a P Q x _ => forall p, hull (if of_a then A else B) p -> root P Q < norm (sub p (vval x))
  end.
