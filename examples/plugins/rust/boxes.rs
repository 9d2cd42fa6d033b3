// SPDX-License-Identifier: MIT
//! A plug-in of Touchstone in Rust.
//!
//!     rustc --edition 2021 -O boxes.rs -o rust_boxes
//!     touchstone validate ./rust_boxes
//!
//! It needs no crate, and is right on boxes. The protocol is docs/process-plugin.md. To have an
//! algorithm of your own judged, replace `distance` and what `CLAIMS` says about it.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// true: it gives a manifold, for `touchstone contacts --metric`, `energy` and `simulate` to take
/// in place of the points that they make themselves. Here it is a single point, as `POLICY` says.
const GIVES_MANIFOLD: bool = false;
/// What is on purpose. A library that returns more than one point has them judged as corners of the
/// true manifold (docs/contacts.md).
const POLICY: &str = r#", "manifold": {"max_points": 1, "place": "middle"}"#;

const CLAIMS: &str = concat!(
    r#"{"hello": 1, "name": "rust_boxes", "version": "1", "boxes_only": true, "#,
    r#""summary": "separating axes; where boxes are apart, the nearest pair of features", "#,
    r#""separated": ["value", "normal"], "touching": ["value", "normal"], "#,
    r#""penetrating": ["value", "normal"], "gradient": true"#
);

/// Edges whose directions differ by less count as parallel \[1\].
const PARALLEL: f64 = 1e-9;

// ------------------------------------------------------- the algorithm -------------------------

type Vec3 = [f64; 3];

fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
fn along(p: Vec3, s: f64, d: Vec3) -> Vec3 {
    [p[0] + s * d[0], p[1] + s * d[1], p[2] + s * d[2]]
}
fn minus(a: Vec3, b: Vec3) -> Vec3 {
    along(a, -1.0, b)
}
fn scaled(s: f64, a: Vec3) -> Vec3 {
    [s * a[0], s * a[1], s * a[2]]
}

/// What the algorithm keeps of a body, in the body's frame \[m\].
struct Body {
    center: Vec3,
    half: Vec3,
}

/// Takes a body into the world: p_W = R p + t, R row by row.
struct Pose {
    r: [f64; 9],
    t: Vec3,
}

/// An edge: middle, unit direction and half length.
struct Edge {
    middle: Vec3,
    direction: Vec3,
    half: f64,
}

/// A box in the world: center, unit axes, half extents.
struct Placed {
    center: Vec3,
    axes: [Vec3; 3],
    half: Vec3,
}

impl Placed {
    fn new(body: &Body, x: &Pose) -> Placed {
        let axes = [0, 1, 2].map(|i| [x.r[i], x.r[3 + i], x.r[6 + i]]);
        let center = (0..3).fold(x.t, |p, i| along(p, body.center[i], axes[i]));
        Placed { center, axes, half: body.half }
    }

    /// How far the box reaches from its center along n.
    fn reach(&self, n: Vec3) -> f64 {
        (0..3).map(|i| self.half[i] * dot(self.axes[i], n).abs()).sum()
    }

    fn corner(&self, signs: Vec3) -> Vec3 {
        (0..3).fold(self.center, |p, i| along(p, signs[i] * self.half[i], self.axes[i]))
    }

    fn corners(&self) -> Vec<Vec3> {
        let sign = |k: usize, i: usize| if k >> i & 1 == 1 { 1.0 } else { -1.0 };
        (0..8).map(|k| self.corner([sign(k, 0), sign(k, 1), sign(k, 2)])).collect()
    }

    fn edges(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for i in 0..3 {
            for (a, b) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
                let mut signs = [0.0; 3];
                signs[(i + 1) % 3] = a;
                signs[(i + 2) % 3] = b;
                let (direction, half) = (self.axes[i], self.half[i]);
                edges.push(Edge { middle: self.corner(signs), direction, half });
            }
        }
        edges
    }

    /// The point of the box that is nearest to p.
    fn nearest(&self, p: Vec3) -> Vec3 {
        let d = minus(p, self.center);
        (0..3).fold(self.center, |q, i| {
            along(q, dot(d, self.axes[i]).clamp(-self.half[i], self.half[i]), self.axes[i])
        })
    }
}

/// The largest gap over face normals and crossed edges, and its direction from B to A.
fn best_axis(a: &Placed, b: &Placed) -> (f64, Vec3) {
    let mut directions = Vec::from(a.axes);
    directions.extend(b.axes);
    for u in a.axes {
        directions.extend(b.axes.map(|v| cross(u, v)));
    }
    let mut best = (f64::NEG_INFINITY, [0.0; 3]);
    for direction in directions.into_iter().filter(|d| dot(*d, *d) > PARALLEL * PARALLEL) {
        let n = scaled(1.0 / dot(direction, direction).sqrt(), direction);
        let between = dot(minus(a.center, b.center), n);
        let gap = between.abs() - a.reach(n) - b.reach(n);
        if gap > best.0 {
            best = (gap, if between >= 0.0 { n } else { scaled(-1.0, n) });
        }
    }
    best
}

/// The nearest points of edge e and of edge f, where both lie inside their edges.
fn between_edges(e: &Edge, f: &Edge) -> Option<(Vec3, Vec3)> {
    let (u, v) = (e.direction, f.direction);
    let uv = dot(u, v);
    let sine = dot(cross(u, v), cross(u, v)); // squared
    if sine < PARALLEL * PARALLEL {
        return None; // then an end of one of them is as near
    }
    let w = minus(e.middle, f.middle);
    let s = (uv * dot(v, w) - dot(u, w)) / sine;
    let r = (dot(v, w) - uv * dot(u, w)) / sine;
    if s.abs() > e.half || r.abs() > f.half {
        return None;
    }
    Some((along(e.middle, s, u), along(f.middle, r, v)))
}

/// On A and on B, of boxes that do not overlap.
fn nearest_points(a: &Placed, b: &Placed) -> (Vec3, Vec3) {
    let mut pairs: Vec<_> = a.corners().into_iter().map(|p| (p, b.nearest(p))).collect();
    pairs.extend(b.corners().into_iter().map(|p| (a.nearest(p), p)));
    for e in a.edges() {
        pairs.extend(b.edges().iter().filter_map(|f| between_edges(&e, f)));
    }
    let squared = |(p, q): &(Vec3, Vec3)| dot(minus(*p, *q), minus(*p, *q));
    let nearer = |x, y| if squared(&x) <= squared(&y) { x } else { y };
    pairs.into_iter().reduce(nearer).expect("a box has corners")
}

/// The signed distance and the unit normal from B to A, in world axes.
fn distance(body_a: &Body, x_wa: &Pose, body_b: &Body, x_wb: &Pose) -> (f64, Vec3) {
    let (a, b) = (Placed::new(body_a, x_wa), Placed::new(body_b, x_wb));
    let (gap, normal) = best_axis(&a, &b);
    if gap <= 0.0 {
        return (gap, normal);
    }
    let (p, q) = nearest_points(&a, &b);
    let way = minus(p, q);
    let length = dot(way, way).sqrt();
    if length <= gap * (1.0 + 1e-12) {
        return (gap, normal); // a face or two edges; more exact than the difference of two points
    }
    (length, scaled(1.0 / length, way))
}

/// Half way between the points of A and B that touch once B is moved by phi n.
fn contact_point(a: &Body, x_wa: &Pose, b: &Body, x_wb: &Pose, phi: f64, n: Vec3) -> Vec3 {
    let (a, mut b) = (Placed::new(a, x_wa), Placed::new(b, x_wb));
    b.center = along(b.center, phi, n);
    let (p_a, p_b) = nearest_points(&a, &b);
    along(scaled(0.5, along(p_a, 1.0, p_b)), -phi / 2.0, n)
}

/// How fast phi changes when the bodies move (docs/gradients.md), as v_A, w_A, v_B, w_B: a velocity
/// v of a body's frame and an angular velocity w about its origin move the contact point p by
/// v + w x arm.
fn gradient(p: Vec3, n: Vec3, x_wa: &Pose, x_wb: &Pose) -> [Vec3; 4] {
    [n, cross(minus(p, x_wa.t), n), scaled(-1.0, n), cross(n, minus(p, x_wb.t))]
}

// ------------------------------------------------------- the protocol --------------------------

/// As much of JSON as the host writes. With the crate serde_json this part is not needed.
enum Json {
    Number(f64),
    Other, // a text, true, false, null
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

impl Json {
    fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(entries) => entries.get(key),
            _ => None,
        }
    }
    fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }
    fn number(&self) -> Option<f64> {
        match self {
            Json::Number(x) => Some(*x),
            _ => None,
        }
    }
    fn numbers<const N: usize>(&self) -> Option<[f64; N]> {
        let list: Option<Vec<f64>> = self.items().iter().map(Json::number).collect();
        list?.try_into().ok()
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at)?.is_ascii_whitespace() {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }
    /// Whether `c` comes next; it is read then.
    fn takes(&mut self, c: u8) -> bool {
        let there = self.peek() == Some(c);
        self.at += usize::from(there);
        there
    }
    fn value(&mut self) -> Option<Json> {
        match self.peek()? {
            b'{' => self.object(),
            b'[' => self.list(),
            b'"' => self.text().map(|_| Json::Other),
            _ => self.word(),
        }
    }
    fn object(&mut self) -> Option<Json> {
        let mut entries = HashMap::new();
        self.at += 1;
        while !self.takes(b'}') {
            let key = self.text()?;
            self.takes(b':').then_some(())?;
            entries.insert(key, self.value()?);
            self.takes(b',');
        }
        Some(Json::Object(entries))
    }
    fn list(&mut self) -> Option<Json> {
        let mut items = Vec::new();
        self.at += 1;
        while !self.takes(b']') {
            items.push(self.value()?);
            self.takes(b',');
        }
        Some(Json::List(items))
    }
    /// Leaves escapes as they stand: no key of the protocol has one.
    fn text(&mut self) -> Option<String> {
        self.takes(b'"').then_some(())?;
        let begin = self.at;
        while *self.text.get(self.at)? != b'"' {
            self.at += if self.text[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        Some(String::from_utf8_lossy(&self.text[begin..self.at - 1]).into_owned())
    }
    fn word(&mut self) -> Option<Json> {
        let begin = self.at;
        while self.text.get(self.at).map_or(false, |c| !b",]} \t\r\n".contains(c)) {
            self.at += 1;
        }
        let word = std::str::from_utf8(&self.text[begin..self.at]).ok()?;
        (!word.is_empty()).then(|| word.parse().map_or(Json::Other, Json::Number))
    }
}

type Bodies = HashMap<u64, Option<Body>>;

fn body_of(message: &Json) -> Option<Body> {
    let shape = message.get("box")?;
    let (center, half) = (shape.get("center")?, shape.get("half_extents")?);
    Some(Body { center: center.numbers()?, half: half.numbers()? })
}

fn pose_of(pose: &Json) -> Option<Pose> {
    Some(Pose { r: pose.get("R")?.numbers()?, t: pose.get("t")?.numbers()? })
}

/// What is said beside id and status.
fn ask(question: &Json, bodies: &Bodies) -> Option<String> {
    let body = |key| bodies.get(&(question.get(key)?.number()? as u64))?.as_ref();
    let pose = |key| pose_of(question.get(key)?);
    let (a, x_wa, b, x_wb) = (body("A")?, pose("X_WA")?, body("B")?, pose("X_WB")?);
    let (value, normal) = distance(a, &x_wa, b, &x_wb);
    value.is_finite().then_some(())?;
    let mut said = format!(r#""value": {value:?}, "normal": {normal:?}"#);
    let (differentiates, touches) = (question.get("gradient"), question.get("manifold_reach"));
    if differentiates.is_none() && touches.is_none() {
        return Some(said);
    }
    let p = contact_point(a, &x_wa, b, &x_wb, value, normal);
    if differentiates.is_some() {
        let [v_a, w_a, v_b, w_b] = gradient(p, normal, &x_wa, &x_wb);
        said += &format!(
            r#", "gradient": {{"v_A": {v_a:?}, "w_A": {w_a:?}, "v_B": {v_b:?}, "w_B": {w_b:?}}}"#
        );
    }
    if touches.is_some() && value > 0.0 {
        said += r#", "points": []"#; // `POLICY` has no reach
    } else if touches.is_some() {
        let depth = -value;
        said += &format!(
            r#", "points": [{{"position": {p:?}, "depth": {depth:?}, "normal": {normal:?}}}]"#
        );
    }
    Some(said)
}

fn answer(question: &Json, bodies: &Bodies) -> String {
    let id = question.get("id").and_then(Json::number).unwrap_or(-1.0);
    match ask(question, bodies) {
        Some(said) => format!(r#"{{"id": {id}, "status": "answered", {said}}}"#),
        None => format!(r#"{{"id": {id}, "status": "no_answer"}}"#),
    }
}

/// What is said to a line; nothing where nothing is to be said.
fn reply(line: &str, bodies: &mut Bodies) -> Option<String> {
    let message = Reader { text: line.as_bytes(), at: 0 }.value().expect("a message in JSON");
    if let Some(number) = message.get("body").and_then(Json::number) {
        bodies.insert(number as u64, body_of(&message));
        return None;
    }
    if let Some(questions) = message.get("questions") {
        let answers: Vec<String> = questions.items().iter().map(|q| answer(q, bodies)).collect();
        return Some(format!(r#"{{"answers": [{}]}}"#, answers.join(", ")));
    }
    if message.get("reset").is_some() {
        return Some(line.to_string()); // here a warm start would be forgotten
    }
    if message.get("forget").is_some() {
        bodies.clear();
        return None;
    }
    Some(format!("{CLAIMS}{}}}", if GIVES_MANIFOLD { POLICY } else { "" })) // the hello
}

fn main() -> io::Result<()> {
    let mut bodies = Bodies::new();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        if let Some(said) = reply(&line?, &mut bodies) {
            writeln!(out, "{said}")?;
            out.flush()?;
        }
    }
    Ok(())
}
