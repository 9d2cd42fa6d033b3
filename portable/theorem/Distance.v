(* SPDX-License-Identifier: MIT *)
(** Convex hulls of points of R^3, and their signed distance. *)
From Coq Require Import ZArith Reals List Lra Lia Psatz.
Import ListNotations.
Open Scope R_scope.

(** * Vectors of three real numbers *)

Record vec := Vec { vx : R; vy : R; vz : R }.

Definition zero := Vec 0 0 0.
Definition add u v := Vec (vx u + vx v) (vy u + vy v) (vz u + vz v).
Definition sub u v := Vec (vx u - vx v) (vy u - vy v) (vz u - vz v).
Definition scale s u := Vec (s * vx u) (s * vy u) (s * vz u).
Definition dot u v := vx u * vx v + vy u * vy v + vz u * vz v.
Definition norm u := sqrt (dot u u).

Ltac vec_ring := simpl; unfold zero, add, sub, scale, dot in *; simpl in *; first [ring | f_equal; ring].

Lemma dot_self u : 0 <= dot u u.
Proof. unfold dot; nra. Qed.

Lemma norm_nonneg u : 0 <= norm u.
Proof. apply sqrt_pos. Qed.

Lemma norm_square u : norm u * norm u = dot u u.
Proof. apply sqrt_sqrt, dot_self. Qed.

Lemma norm_pos u : u <> zero -> 0 < norm u.
Proof.
  intro H. apply sqrt_lt_R0. destruct (Rle_lt_or_eq_dec _ _ (dot_self u)) as [L | E]; [exact L |].
  exfalso; apply H; destruct u as [x y z]; unfold dot, zero in *; simpl in *.
  f_equal; nra.
Qed.

(** Squares order what is not negative. *)
Lemma square_le a b : 0 <= b -> a * a <= b * b -> a <= b.
Proof. intros; nra. Qed.

Lemma cauchy_schwarz u v : dot u v <= norm u * norm v.
Proof.
  apply square_le.
  - apply Rmult_le_pos; apply norm_nonneg.
  - replace (norm u * norm v * (norm u * norm v)) with ((norm u * norm u) * (norm v * norm v)) by ring.
    rewrite !norm_square. destruct u as [a b c], v as [d e f]; unfold dot; simpl.
    assert (0 <= (a * e - b * d) * (a * e - b * d) + (a * f - c * d) * (a * f - c * d) + (b * f - c * e) * (b * f - c * e)).
    { pose proof (Rle_0_sqr (a * e - b * d)); pose proof (Rle_0_sqr (a * f - c * d));
      pose proof (Rle_0_sqr (b * f - c * e)); unfold Rsqr in *; lra. }
    lra.
Qed.

Lemma triangle u v : norm (add u v) <= norm u + norm v.
Proof.
  apply square_le.
  - pose proof (norm_nonneg u); pose proof (norm_nonneg v); lra.
  - rewrite norm_square.
    replace ((norm u + norm v) * (norm u + norm v)) with (norm u * norm u + norm v * norm v + 2 * (norm u * norm v)) by ring.
    rewrite !norm_square. pose proof (cauchy_schwarz u v).
    replace (dot (add u v) (add u v)) with (dot u u + dot v v + 2 * dot u v) by vec_ring. lra.
Qed.

Lemma norm_scale s u : 0 <= s -> norm (scale s u) = s * norm u.
Proof.
  intro H. unfold norm. replace (dot (scale s u) (scale s u)) with (s * s * dot u u) by vec_ring.
  rewrite sqrt_mult; [| nra | apply dot_self]. now rewrite sqrt_square.
Qed.

(** * Convex hulls *)

Fixpoint sum (w : list R) : R := match w with [] => 0 | x :: w' => x + sum w' end.

Fixpoint combination (w : list R) (l : list vec) : vec :=
  match w, l with x :: w', v :: l' => add (scale x v) (combination w' l') | _, _ => zero end.

(** Weighted sums of the points of [l] whose weights are not negative and sum to [W]. *)
Definition mixture (l : list vec) (W : R) (p : vec) :=
  exists w, length w = length l /\ Forall (fun x => 0 <= x) w /\ sum w = W /\ p = combination w l.

Definition hull (l : list vec) (p : vec) := mixture l 1 p.

Lemma mixture_zero l : mixture l 0 zero.
Proof.
  induction l as [| v l [w (H & N & S & C)]].
  - exists []; repeat split; constructor.
  - exists (0 :: w); simpl; repeat split; [lia | constructor; [lra | assumption] | lra |].
    rewrite <- C; destruct v; vec_ring.
Qed.

Lemma mixture_vertex l i v : nth_error l i = Some v -> mixture l 1 v.
Proof.
  revert i; induction l as [| v' l IH]; intros [| i] E; try discriminate; simpl in E.
  - injection E as ->. destruct (mixture_zero l) as [w (H & N & S & C)].
    exists (1 :: w); simpl; repeat split; [lia | constructor; [lra | assumption] | lra |].
    rewrite <- C; destruct v; vec_ring.
  - destruct (IH i E) as [w (H & N & S & C)].
    exists (0 :: w); simpl; repeat split; [lia | constructor; [lra | assumption] | lra |].
    rewrite <- C; destruct v, v'; vec_ring.
Qed.

Lemma mixture_add l V W p q : mixture l V p -> mixture l W q -> mixture l (V + W) (add p q).
Proof.
  revert V W p q; induction l as [| v l IH]; intros V W p q [w (H & N & S & C)] [w' (H' & N' & S' & C')].
  - destruct w, w'; try discriminate; simpl in *. exists []; repeat split; [constructor | simpl; lra |].
    subst; vec_ring.
  - destruct w as [| x w], w' as [| x' w']; try discriminate; simpl in *.
    inversion N; inversion N'; subst.
    destruct (IH (sum w) (sum w') (combination w l) (combination w' l)) as [z (Hz & Nz & Sz & Cz)].
    + exists w; repeat split; [lia | assumption].
    + exists w'; repeat split; [lia | assumption].
    + exists (x + x' :: z); simpl; repeat split; [lia | constructor; [lra | assumption] | lra |].
      rewrite <- Cz; vec_ring.
Qed.

Lemma mixture_scale l s W p : 0 <= s -> mixture l W p -> mixture l (s * W) (scale s p).
Proof.
  intro Hs; revert W p; induction l as [| v l IH]; intros W p [w (H & N & S & C)].
  - destruct w; try discriminate; simpl in *. exists []; repeat split; [constructor | simpl; subst; ring |].
    subst; vec_ring.
  - destruct w as [| x w]; try discriminate; simpl in *. inversion N; subst.
    destruct (IH (sum w) (combination w l)) as [z (Hz & Nz & Sz & Cz)].
    + exists w; repeat split; [lia | assumption].
    + exists (s * x :: z); simpl; repeat split; [lia | constructor; [nra | assumption] | lra |].
      rewrite <- Cz; vec_ring.
Qed.

(** What bounds all vertices bounds the hull. *)
Lemma hull_above l u c p : (forall v, In v l -> c <= dot u v) -> hull l p -> c <= dot u p.
Proof.
  intros B [w (H & N & S & ->)].
  enough (c * sum w <= dot u (combination w l)) by (rewrite S in *; lra).
  clear S; revert w H N; induction l as [| v l IH]; intros [| x w] H N; try discriminate; simpl.
  - unfold dot, zero; simpl; lra.
  - inversion N; subst. simpl in H.
    assert (c * sum w <= dot u (combination w l)).
    { apply IH; [| lia | assumption]. intros; apply B; simpl; now right. }
    assert (c <= dot u v) by (apply B; simpl; now left).
    replace (dot u (add (scale x v) (combination w l))) with (x * dot u v + dot u (combination w l)) by vec_ring.
    nra.
Qed.

(** * The signed distance *)

(** [g] is the gap of [A] and [B] along [u], which points from B to A: the least u.(a - b). *)
Definition is_gap (A B : list vec) (u : vec) (g : R) :=
  (forall a b, In a A -> In b B -> g <= dot u (sub a b)) /\
  exists a b, In a A /\ In b B /\ g = dot u (sub a b).

Lemma lowest_exists (u : vec) (l : list vec) : (exists v, In v l) ->
  exists v, In v l /\ forall w, In w l -> dot u v <= dot u w.
Proof.
  induction l as [| v l IH]; intros [w I]; [destruct I |].
  destruct l as [| v' l'].
  - exists v; split; [now left |]. intros x [<- | []]; lra.
  - destruct IH as (m & Im & L); [exists v'; now left |]. destruct (Rle_dec (dot u v) (dot u m)).
    + exists v; split; [now left |]. intros x [<- | Ix]; [lra |]. pose proof (L x Ix). lra.
    + exists m; split; [now right |]. intros x [<- | Ix]; [lra | now apply L].
Qed.

Lemma gap_exists A B u : (exists a, In a A) -> (exists b, In b B) -> exists g, is_gap A B u g.
Proof.
  intros HA HB. destruct (lowest_exists u A HA) as (a & Ia & La).
  destruct (lowest_exists (scale (-1) u) B HB) as (b & Ib & Lb).
  exists (dot u (sub a b)); split; [| now exists a, b]. intros a' b' Ha Hb.
  pose proof (La a' Ha). pose proof (Lb b' Hb) as L.
  replace (dot (scale (-1) u) b) with (- dot u b) in L by vec_ring.
  replace (dot (scale (-1) u) b') with (- dot u b') in L by vec_ring.
  replace (dot u (sub a b)) with (dot u a - dot u b) by vec_ring.
  replace (dot u (sub a' b')) with (dot u a' - dot u b') by vec_ring. lra.
Qed.

(** phi is the greatest gap(u)/|u| of all real directions. *)
Definition phi_at_least A B f := exists u g, u <> zero /\ is_gap A B u g /\ f * norm u <= g.
Definition phi_at_most A B f := forall u g, u <> zero -> is_gap A B u g -> g <= f * norm u.
Definition phi_is A B f :=
  (exists u g, u <> zero /\ is_gap A B u g /\ g = f * norm u) /\ phi_at_most A B f.

Lemma phi_between A B f : phi_at_least A B f -> phi_at_most A B f -> phi_is A B f.
Proof.
  intros (u & g & Hu & Hg & L) M; split; [| exact M].
  exists u, g; repeat split; try assumption; try apply Hg.
  apply Rle_antisym; [now apply M | exact L].
Qed.

Lemma gap_of_hulls A B u g p q : is_gap A B u g -> hull A p -> hull B q -> g <= dot u (sub p q).
Proof.
  intros [L _] Hp Hq.
  assert (forall b, In b B -> g + dot u b <= dot u p).
  { intros b Hb. apply (hull_above A); [| exact Hp]. intros a Ha. pose proof (L a b Ha Hb).
    replace (dot u (sub a b)) with (dot u a - dot u b) in * by vec_ring. lra. }
  assert (g - dot u p <= dot (scale (-1) u) q).
  { apply (hull_above B); [| exact Hq]. intros b Hb. pose proof (H b Hb).
    replace (dot (scale (-1) u) b) with (- dot u b) by vec_ring. lra. }
  replace (dot (scale (-1) u) q) with (- dot u q) in * by vec_ring.
  replace (dot u (sub p q)) with (dot u p - dot u q) by vec_ring. lra.
Qed.

(** The signed distance from a bound P/Q of its square. *)
Definition root (P Q : Z) : R := sqrt (IZR P / IZR Q).
Definition value (overlap : bool) (P Q : Z) : R := if overlap then - root P Q else root P Q.

Lemma root_nonneg P Q : 0 <= root P Q.
Proof. apply sqrt_pos. Qed.

Lemma root_square P Q : (0 <= P)%Z -> (0 < Q)%Z -> root P Q * root P Q * IZR Q = IZR P.
Proof.
  intros HP HQ. apply IZR_le in HP; apply IZR_lt in HQ. unfold root.
  rewrite sqrt_sqrt; [field; lra |]. apply Rmult_le_pos; [lra |]. apply Rlt_le, Rinv_0_lt_compat; lra.
Qed.

(** root P Q * n <= g, and its converse, as whole numbers can say it. *)
Lemma root_below P Q n g : (0 <= P)%Z -> (0 < Q)%Z -> 0 <= n -> 0 <= g ->
  IZR P * (n * n) <= IZR Q * (g * g) -> root P Q * n <= g.
Proof.
  intros HP HQ Hn Hg H. pose proof (root_square P Q HP HQ) as E. apply IZR_lt in HQ.
  apply square_le; [exact Hg |]. rewrite <- E in H. set (r := root P Q) in *.
  apply Rmult_le_reg_l with (IZR Q); [exact HQ |]. nra.
Qed.

Lemma root_above P Q n g : (0 <= P)%Z -> (0 < Q)%Z -> 0 <= n ->
  IZR Q * (g * g) <= IZR P * (n * n) -> g <= root P Q * n.
Proof.
  intros HP HQ Hn H. pose proof (root_square P Q HP HQ) as E. apply IZR_lt in HQ.
  apply square_le; [apply Rmult_le_pos; [apply root_nonneg | exact Hn] |]. rewrite <- E in H. set (r := root P Q) in *.
  apply Rmult_le_reg_l with (IZR Q); [exact HQ |]. nra.
Qed.

(** A moved by d is apart from B, or touches it: a plane has all of A + d on one side, all of B on the other. *)
Definition separates (A B : list vec) (d : vec) :=
  exists u, u <> zero /\ forall p q, hull A p -> hull B q -> dot u q <= dot u (add p d).
