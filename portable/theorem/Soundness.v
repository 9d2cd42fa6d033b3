(* SPDX-License-Identifier: MIT *)
(** Whatever the checker accepts holds: for every real point of both hulls and every real direction. *)
From Coq Require Import ZArith Reals List Bool Lra Lia Psatz.
From Touchstone Require Import Distance Dyadic Checker.
Import ListNotations.
Open Scope R_scope.

(** * Why that suffices *)

Ltac split_and :=
  repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H end.

Lemma fraction_spec P Q : fraction_ok P Q = true -> (0 <= P)%Z /\ (0 < Q)%Z.
Proof. unfold fraction_ok; intro; split_and. now rewrite <- Z.leb_le, <- Z.ltb_lt. Qed.

Lemma root_le_spec P Q nn g n : fraction_ok P Q = true -> 0 <= n -> n * n = dval nn -> 0 <= dval g ->
  root_le P Q nn g = true -> root P Q * n <= dval g.
Proof.
  intros F N E G H. apply fraction_spec in F as [HP HQ]. apply dle_spec in H.
  unfold square in H. rewrite !dval_mul, !dval_int, <- E in H. now apply root_below.
Qed.

Lemma root_ge_spec P Q nn g n : fraction_ok P Q = true -> 0 <= n -> n * n = dval nn ->
  root_ge P Q nn g = true -> - (root P Q * n) <= dval g <= root P Q * n.
Proof.
  intros F N E H. apply fraction_spec in F as [HP HQ]. apply dle_spec in H.
  unfold square in H. rewrite !dval_mul, !dval_int, <- E in H.
  pose proof (root_above P Q n (dval g) HP HQ N H).
  assert (- dval g <= root P Q * n) by (apply root_above; try assumption; lra). lra.
Qed.

Lemma norm_dot u : norm (vval u) * norm (vval u) = dval (vdot u u).
Proof. now rewrite norm_square, dval_dot. Qed.

Lemma lowest_spec u l m : lowest u l = Some m ->
  (forall v, In v (map vval l) -> dval m <= dot (vval u) v) /\
  exists v, In v (map vval l) /\ dval m = dot (vval u) v.
Proof.
  revert m; induction l as [| v l IH]; intros m E; [discriminate |].
  simpl in *. destruct (lowest u l) as [m' |] eqn:EL.
  - destruct (IH m' eq_refl) as [L (w & W & X)]. injection E as <-. unfold dmin.
    destruct (dle (vdot u v) m') eqn:C.
    + apply dle_spec in C. rewrite dval_dot in C |- *. split.
      * intros w' [<- | H]; [lra |]. pose proof (L w' H). lra.
      * exists (vval v); split; [now left | reflexivity].
    + assert (dval m' <= dot (vval u) (vval v)).
      { rewrite <- dval_dot. destruct (Rle_dec (dval (vdot u v)) (dval m')) as [Y | Y]; [| lra].
        apply dle_spec in Y. congruence. }
      split; [intros w' [<- | H']; auto |]. exists w; split; [now right | exact X].
  - destruct l; [| simpl in EL; destruct (lowest u l); discriminate]. injection E as <-. rewrite dval_dot. split.
    + intros w [<- | []]; lra.
    + exists (vval v); split; [now left | reflexivity].
Qed.

Lemma gap_spec A B u g : gap A B u = Some g -> is_gap (map vval A) (map vval B) (vval u) (dval g).
Proof.
  unfold gap. destruct (lowest u A) as [m |] eqn:EA; [| discriminate].
  destruct (lowest _ B) as [m' |] eqn:EB; [| discriminate]. intro E; injection E as <-.
  apply lowest_spec in EA as [LA (a & HA & XA)]. apply lowest_spec in EB as [LB (b & HB & XB)].
  rewrite vval_scale, dval_int in *. rewrite dval_add.
  assert (S : forall b, dot (scale (-1) (vval u)) b = - dot (vval u) b) by (intro; vec_ring).
  assert (T : forall a b, dot (vval u) (sub a b) = dot (vval u) a - dot (vval u) b) by (intros; vec_ring).
  split.
  - intros a' b' Ha Hb. pose proof (LA a' Ha). pose proof (LB b' Hb). rewrite S in *. rewrite T. lra.
  - exists a, b; repeat split; try assumption. rewrite S in *. rewrite T. lra.
Qed.

Lemma direction_sound A B overlap P Q u : check_direction A B overlap P Q u = true ->
  phi_at_least (map vval A) (map vval B) (value overlap P Q).
Proof.
  unfold check_direction; intro H; split_and. destruct (gap A B u) as [g |] eqn:G; [| discriminate].
  exists (vval u), (dval g); repeat split; [now apply vnonzero_spec | now apply gap_spec | now apply gap_spec |].
  pose proof (norm_nonneg (vval u)). pose proof (root_nonneg P Q).
  destruct overlap; unfold value.
  - apply orb_true_iff in H0 as [L | L].
    + apply dle_spec in L; rewrite dval_int in L. nra.
    + apply (root_ge_spec _ _ _ _ (norm (vval u))) in L; try assumption; [lra | apply norm_dot].
  - split_and. apply dle_spec in H0; rewrite dval_int in H0.
    apply (root_le_spec _ _ (vdot u u)); try assumption. apply norm_dot.
Qed.

Lemma in_map_nth A i a : nth_error A i = Some a -> In (vval a) (map vval A).
Proof. intro H. apply in_map. now apply nth_error_In in H. Qed.

Lemma pairs_spec A B pairs p q W : pairs_sum A B pairs = Some (p, q, W) ->
  mixture (map vval A) (IZR W) (vval p) /\ mixture (map vval B) (IZR W) (vval q).
Proof.
  revert p q W; induction pairs as [| [[w i] j] rest IH]; intros p q W E; simpl in E.
  - injection E as <- <- <-. replace (vval (vint 0 0 0)) with zero; [split; apply mixture_zero |].
    unfold vval, vint; simpl. now rewrite dval_int.
  - destruct (nth_error A i) as [a |] eqn:EA; [| discriminate].
    destruct (nth_error B j) as [b |] eqn:EB; [| discriminate].
    destruct (pairs_sum A B rest) as [[[p' q'] W'] |]; [| discriminate].
    destruct (Z.ltb_spec 0 w); [| discriminate]. injection E as <- <- <-.
    destruct (IH p' q' W' eq_refl) as [MA MB]. rewrite !vval_add, !vval_scale, !dval_int, !plus_IZR.
    assert (0 <= IZR w) by (apply IZR_le; lia).
    split; (apply mixture_add; [rewrite <- (Rmult_1_r (IZR w)) at 1; apply mixture_scale; [assumption |] | assumption]).
    + apply mixture_vertex with i. now apply map_nth_error.
    + apply mixture_vertex with j. now apply map_nth_error.
Qed.

Lemma hull_mean l W p : 0 < W -> mixture l W p -> hull l (scale (/ W) p).
Proof.
  intros H M. unfold hull. replace 1 with (/ W * W) by (field; lra). apply mixture_scale; [| exact M].
  now apply Rlt_le, Rinv_0_lt_compat.
Qed.

Lemma points_sound A B P Q pairs : check_points A B P Q pairs = true ->
  exists p q, hull (map vval A) p /\ hull (map vval B) q /\ norm (sub p q) <= root P Q.
Proof.
  unfold check_points; intro H; split_and. destruct (pairs_sum A B pairs) as [[[p q] W] |] eqn:E; [| discriminate].
  split_and. apply Z.ltb_lt in H0; apply IZR_lt in H0. apply pairs_spec in E as [MA MB].
  exists (scale (/ IZR W) (vval p)), (scale (/ IZR W) (vval q)).
  repeat split; try now apply hull_mean.
  apply dle_spec in H1. unfold square in H1. rewrite !dval_mul, !dval_int, dval_dot, vval_sub in H1.
  apply fraction_spec in H as [HP HQ]. rewrite <- (Rmult_1_r (root P Q)). apply root_above; try assumption; [lra |].
  rewrite norm_square. set (d := sub (vval p) (vval q)) in *.
  replace (dot _ _) with (/ IZR W * / IZR W * dot d d) by (unfold d; vec_ring).
  apply Rmult_le_reg_l with (IZR W * IZR W); [nra |].
  replace (IZR W * IZR W * (IZR Q * (/ IZR W * / IZR W * dot d d))) with (IZR Q * dot d d) by (field; lra). nra.
Qed.

(** A pair of points bounds the gap along every direction. *)
Lemma points_bound A B f p q : hull A p -> hull B q -> norm (sub p q) <= f -> phi_at_most A B f.
Proof.
  intros Hp Hq L u g _ G. pose proof (gap_of_hulls A B u g p q G Hp Hq).
  pose proof (cauchy_schwarz u (sub p q)). pose proof (norm_nonneg u). nra.
Qed.

(** ** Covers *)

Definition rval r := vval (ray r).
Definition in_cone r1 r2 r3 u := exists x y z, 0 <= x /\ 0 <= y /\ 0 <= z /\
  u = add (scale x (rval r1)) (add (scale y (rval r2)) (scale z (rval r3))).

(** Along u some vertex of B is ahead of some vertex of A by at least the depth. *)
Definition covered A B f u := exists a b, In a A /\ In b B /\ f * norm u <= dot (sub b a) u.

Lemma leaf_ray_spec P Q c r : fraction_ok P Q = true -> leaf_ray P Q c r = true ->
  root P Q * norm (rval r) <= dot (vval c) (rval r).
Proof.
  unfold leaf_ray; intros F H; split_and. apply dle_spec in H; rewrite dval_int in H.
  unfold rval. rewrite <- dval_dot.
  apply (root_le_spec _ _ (vdot (ray r) (ray r))); try assumption; [apply norm_nonneg | apply norm_dot].
Qed.

Lemma leaf_cone f c r1 r2 r3 u : 0 <= f ->
  f * norm (rval r1) <= dot c (rval r1) -> f * norm (rval r2) <= dot c (rval r2) ->
  f * norm (rval r3) <= dot c (rval r3) -> in_cone r1 r2 r3 u -> f * norm u <= dot c u.
Proof.
  intros F L1 L2 L3 (x & y & z & X & Y & Z & ->).
  set (s1 := scale x (rval r1)) in *; set (s2 := scale y (rval r2)) in *; set (s3 := scale z (rval r3)) in *.
  pose proof (triangle s1 (add s2 s3)). pose proof (triangle s2 s3).
  assert (f * norm s1 <= dot c s1). { unfold s1; rewrite norm_scale by assumption.
    replace (dot c (scale x (rval r1))) with (x * dot c (rval r1)) by vec_ring. nra. }
  assert (f * norm s2 <= dot c s2). { unfold s2; rewrite norm_scale by assumption.
    replace (dot c (scale y (rval r2))) with (y * dot c (rval r2)) by vec_ring. nra. }
  assert (f * norm s3 <= dot c s3). { unfold s3; rewrite norm_scale by assumption.
    replace (dot c (scale z (rval r3))) with (z * dot c (rval r3)) by vec_ring. nra. }
  replace (dot c (add s1 (add s2 s3))) with (dot c s1 + dot c s2 + dot c s3) by (clearbody s1 s2 s3; vec_ring). nra.
Qed.

Lemma rval_scale k r : rval (zscale k r) = scale (IZR k) (rval r).
Proof.
  destruct r as [[a b] c]. unfold rval, ray, zscale, vint, vval, scale; simpl. rewrite !dval_int, !mult_IZR. reflexivity.
Qed.

Lemma rval_add r s : rval (zadd r s) = add (rval r) (rval s).
Proof.
  destruct r as [[a b] c], s as [[d e] f]. unfold rval, ray, zadd, vint, vval, add; simpl.
  rewrite !dval_int, !plus_IZR. reflexivity.
Qed.

Lemma zequal_spec r s : zequal r s = true -> r = s.
Proof.
  destruct r as [[a b] c], s as [[d e] f]; simpl; intro; split_and.
  repeat match goal with H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H; subst end. reflexivity.
Qed.

(** Of three ratios x/x1, y/x2, z/x3 with positive denominators one is the least. *)
Lemma least_ratio x y z x1 x2 x3 : 0 <= x -> 0 <= y -> 0 <= z -> 0 <= x1 -> 0 <= x2 -> 0 <= x3 -> 0 < x1 + x2 + x3 ->
  (0 < x1 /\ x * x2 <= y * x1 /\ x * x3 <= z * x1) \/ (0 < x2 /\ y * x1 <= x * x2 /\ y * x3 <= z * x2) \/
  (0 < x3 /\ z * x1 <= x * x3 /\ z * x2 <= y * x3).
Proof.
  assert (Q : forall p q, 0 < q -> exists a, p = a * q) by (intros p q H; exists (p / q); field; lra).
  intros X Y Z X1 X2 X3 S.
  destruct (Rle_lt_or_eq_dec 0 x1 X1) as [P1 | <-], (Rle_lt_or_eq_dec 0 x2 X2) as [P2 | <-],
    (Rle_lt_or_eq_dec 0 x3 X3) as [P3 | <-];
  try (destruct (Q x x1 P1) as [a ->]); try (destruct (Q y x2 P2) as [b ->]); try (destruct (Q z x3 P3) as [c ->]);
  try (assert (0 < x1 * x2) by (apply Rmult_lt_0_compat; assumption));
  try (assert (0 < x1 * x3) by (apply Rmult_lt_0_compat; assumption));
  try (assert (0 < x2 * x3) by (apply Rmult_lt_0_compat; assumption)).
  - destruct (Rle_dec a b), (Rle_dec b c), (Rle_dec a c);
      first [left; repeat split; nra | right; left; repeat split; nra | right; right; repeat split; nra].
  - destruct (Rle_dec a b); [left | right; left]; repeat split; nra.
  - destruct (Rle_dec a c); [left | right; right]; repeat split; nra.
  - left; repeat split; nra.
  - destruct (Rle_dec b c); [right; left | right; right]; repeat split; nra.
  - right; left; repeat split; nra.
  - right; right; repeat split; nra.
  - lra.
Qed.

(** If d r = x1 r1 + x2 r2 + x3 r3, a direction of the cone of r1, r2, r3 is in that of r, r2, r3 where x/x1 is least. *)
Lemma replace_ray (r r1 r2 r3 u : vec) d x y z x1 x2 x3 :
  0 < d -> 0 <= x -> 0 < x1 -> x * x2 <= y * x1 -> x * x3 <= z * x1 ->
  scale d r = add (scale x1 r1) (add (scale x2 r2) (scale x3 r3)) ->
  u = add (scale x r1) (add (scale y r2) (scale z r3)) ->
  exists a b c, 0 <= a /\ 0 <= b /\ 0 <= c /\ u = add (scale a r) (add (scale b r2) (scale c r3)).
Proof.
  intros D X P Y Z E ->.
  assert (0 <= x / x1) by (apply Rmult_le_pos; [assumption | apply Rlt_le, Rinv_0_lt_compat; assumption]).
  assert (x / x1 * x1 = x) by (field; lra).
  exists (x / x1 * d), (y - x / x1 * x2), (z - x / x1 * x3). set (q := x / x1) in *.
  repeat split; [nra | | |].
  - apply Rmult_le_reg_l with x1; [assumption |]. nra.
  - apply Rmult_le_reg_l with x1; [assumption |]. nra.
  - replace (scale (q * d) r) with (scale q (scale d r)) by vec_ring. rewrite E.
    replace x with (q * x1) by assumption. vec_ring.
Qed.

Lemma split_cone r1 r2 r3 r u d x1 x2 x3 :
  0 < d -> 0 <= x1 -> 0 <= x2 -> 0 <= x3 -> 0 < x1 + x2 + x3 ->
  scale d (rval r) = add (scale x1 (rval r1)) (add (scale x2 (rval r2)) (scale x3 (rval r3))) ->
  in_cone r1 r2 r3 u ->
  (0 < x1 /\ in_cone r r2 r3 u) \/ (0 < x2 /\ in_cone r1 r r3 u) \/ (0 < x3 /\ in_cone r1 r2 r u).
Proof.
  intros D X1 X2 X3 S E (x & y & z & X & Y & Z & U). unfold in_cone.
  destruct (least_ratio x y z x1 x2 x3) as [(P & K & L) | [(P & K & L) | (P & K & L)]]; try assumption.
  - left; split; [exact P |]. now apply (replace_ray _ (rval r1) _ _ _ d x y z x1 x2 x3).
  - right; left; split; [exact P |].
    destruct (replace_ray (rval r) (rval r2) (rval r1) (rval r3) u d y x z x2 x1 x3) as (b & a & c & B & A & C & V);
      try assumption; [rewrite E; vec_ring | rewrite U; vec_ring |].
    exists a, b, c; repeat split; try assumption. rewrite V; vec_ring.
  - right; right; split; [exact P |].
    destruct (replace_ray (rval r) (rval r3) (rval r1) (rval r2) u d z x y x3 x1 x2) as (c & a & b & C & A & B & V);
      try assumption; [rewrite E; vec_ring | rewrite U; vec_ring |].
    exists a, b, c; repeat split; try assumption. rewrite V; vec_ring.
Qed.

Lemma tree_sound A B P Q t : fraction_ok P Q = true -> forall r1 r2 r3, check_tree A B P Q r1 r2 r3 t = true ->
  forall u, in_cone r1 r2 r3 u -> covered (map vval A) (map vval B) (root P Q) u.
Proof.
  intro F. induction t as [| i j | r t1 IH1 t2 IH2 t3 IH3]; intros r1 r2 r3 H u U; simpl in H; [discriminate | |].
  - destruct (nth_error A i) as [a |] eqn:EA; [| discriminate].
    destruct (nth_error B j) as [b |] eqn:EB; [| discriminate]. split_and.
    exists (vval a), (vval b); repeat split; [now apply in_map_nth with i | now apply in_map_nth with j |].
    rewrite <- vval_sub. apply leaf_cone with r1 r2 r3; try (now apply leaf_ray_spec); [apply root_nonneg | exact U].
  - set (d := determinant r1 r2 r3) in *. set (x1 := (Z.sgn d * _)%Z) in *.
    set (x2 := (Z.sgn d * determinant r1 r r3)%Z) in *. set (x3 := (Z.sgn d * determinant r1 r2 r)%Z) in *.
    split_and. apply zequal_spec in H3.
    apply Z.ltb_lt in H; apply Z.leb_le in H7; apply Z.leb_le in H6; apply Z.leb_le in H5; apply Z.ltb_lt in H4.
    assert (E : scale (IZR (Z.abs d)) (rval r) =
      add (scale (IZR x1) (rval r1)) (add (scale (IZR x2) (rval r2)) (scale (IZR x3) (rval r3)))).
    { rewrite <- !rval_scale, <- !rval_add. now f_equal. }
    apply IZR_lt in H, H4; apply IZR_le in H7, H6, H5. rewrite !plus_IZR in H4.
    destruct (split_cone r1 r2 r3 r u _ _ _ _ H H7 H6 H5 H4 E U) as [[L C] | [[L C] | [L C]]];
      apply lt_IZR in L.
    + apply orb_true_iff in H2 as [N | N]; [apply Z.eqb_eq in N; lia |]. now apply (IH1 r r2 r3).
    + apply orb_true_iff in H1 as [N | N]; [apply Z.eqb_eq in N; lia |]. now apply (IH2 r1 r r3).
    + apply orb_true_iff in H0 as [N | N]; [apply Z.eqb_eq in N; lia |]. now apply (IH3 r1 r2 r).
Qed.

Lemma octants_cover u : exists r1 r2 r3, In (r1, r2, r3) octants /\ in_cone r1 r2 r3 u.
Proof.
  assert (S : forall x, exists s a, (s = 1 \/ s = -1)%Z /\ 0 <= a /\ x = a * IZR s).
  { intro x. destruct (Rle_dec 0 x); [exists 1%Z, x | exists (-1)%Z, (- x)]; repeat split; auto; lra. }
  destruct u as [x y z].
  destruct (S x) as (sx & a & Hx & A & ->), (S y) as (sy & b & Hy & B & ->), (S z) as (sz & c & Hz & C & ->).
  exists (sx, 0, 0)%Z, (0, sy, 0)%Z, (0, 0, sz)%Z. split.
  - destruct Hx as [-> | ->], Hy as [-> | ->], Hz as [-> | ->]; simpl; tauto.
  - exists a, b, c; repeat split; try assumption.
    unfold rval, ray, vint, vval; simpl. rewrite !dval_int. vec_ring.
Qed.

Lemma trees_spec A B P Q cones : forall trees, check_trees A B P Q cones trees = true ->
  forall r1 r2 r3, In (r1, r2, r3) cones -> exists t, check_tree A B P Q r1 r2 r3 t = true.
Proof.
  induction cones as [| [[s1 s2] s3] cones IH]; intros [| t trees] H r1 r2 r3 I; try discriminate; [destruct I |].
  simpl in H; split_and. destruct I as [E | I]; [| now apply (IH trees)].
  injection E as -> -> ->. now exists t.
Qed.

Lemma cover_sound A B P Q trees : check_cover A B P Q trees = true ->
  phi_at_most (map vval A) (map vval B) (- root P Q).
Proof.
  unfold check_cover; intros H u g _ [L _]; split_and.
  destruct (octants_cover u) as (r1 & r2 & r3 & I & C).
  destruct (trees_spec _ _ _ _ _ _ H0 _ _ _ I) as [t T].
  destruct (tree_sound A B P Q t H r1 r2 r3 T u C) as (a & b & Ia & Ib & M).
  pose proof (L a b Ia Ib). replace (dot (sub b a) u) with (- dot u (sub a b)) in M by vec_ring. lra.
Qed.

Lemma normal_sound A B overlap P Q n pairs : check_normal A B overlap P Q n pairs = true ->
  forall g, is_gap (map vval A) (map vval B) (vval n) g -> g <= value overlap P Q * norm (vval n).
Proof.
  unfold check_normal; intros H g G; split_and. destruct (pairs_sum A B pairs) as [[[p q] W] |] eqn:E; [| discriminate].
  split_and. apply Z.ltb_lt in H0; apply IZR_lt in H0. apply pairs_spec in E as [MA MB].
  pose proof (gap_of_hulls _ _ _ _ _ _ G (hull_mean _ _ _ H0 MA) (hull_mean _ _ _ H0 MB)) as L.
  set (m := vdot n (vsub p q)) in *. set (w := IZR W) in *. set (l := norm (vval n)).
  assert (M : w * g <= dval m).
  { unfold m. rewrite dval_dot, vval_sub.
    replace (dot (vval n) (sub (scale (/ w) (vval p)) (scale (/ w) (vval q))))
      with (/ w * dot (vval n) (sub (vval p) (vval q))) in L by vec_ring.
    apply Rmult_le_compat_l with (r := w) in L; [| lra]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in L; lra. }
  assert (N : 0 <= w * l) by (apply Rmult_le_pos; [lra | apply norm_nonneg]).
  assert (S : w * l * (w * l) = dval (dmul (square (dint W)) (vdot n n))).
  { unfold square. rewrite !dval_mul, !dval_int, <- norm_dot. fold w l. ring. }
  pose proof (norm_nonneg (vval n)) as NN. fold l in NN. pose proof (root_nonneg P Q).
  unfold value; destruct overlap.
  - split_and. apply dle_spec in H1; rewrite dval_int in H1.
    assert (root P Q * (w * l) <= dval (dneg m)).
    { apply (root_le_spec _ _ (dmul (square (dint W)) (vdot n n))); try assumption; [rewrite dval_neg; lra |].
      apply dle_spec in H3; apply dle_spec. unfold square in *. rewrite !dval_mul, ?dval_neg in *.
      replace (- dval m * - dval m) with (dval m * dval m) by ring. exact H3. }
    rewrite dval_neg in *. apply Rmult_le_reg_l with w; [assumption | lra].
  - apply orb_true_iff in H1 as [K | K].
    + apply dle_spec in K; rewrite dval_int in K. assert (g <= 0) by (apply Rmult_le_reg_l with w; [assumption | lra]). nra.
    + apply (root_ge_spec _ _ _ _ (w * l)) in K; try assumption. apply Rmult_le_reg_l with w; [assumption | lra].
Qed.

Lemma beyond_sound A P Q x u : check_beyond A P Q x u = true ->
  forall p, hull (map vval A) p -> root P Q < norm (sub p (vval x)).
Proof.
  unfold check_beyond; set (v := vscale (dint (-1)) u); intros H p Hp; split_and.
  destruct (lowest v A) as [m |] eqn:E; [| discriminate]. split_and.
  apply lowest_spec in E as [L _]. apply (hull_above _ _ _ _ L) in Hp.
  apply dlt_spec in H0, H1. unfold square in H1.
  rewrite !dval_mul, !dval_int, dval_sub, <- norm_dot, dval_dot in H1. rewrite dval_int, dval_sub, dval_dot in H0.
  apply fraction_spec in H as [HP HQ]. apply IZR_lt in HQ as HQ'. pose proof (root_square P Q HP HQ) as S.
  set (g := dval m - dot (vval v) (vval x)) in *.
  pose proof (cauchy_schwarz (vval v) (sub p (vval x))) as C.
  replace (dot (vval v) (sub p (vval x))) with (dot (vval v) p - dot (vval v) (vval x)) in C by vec_ring.
  set (n := norm (vval v)) in *. set (d := norm (sub p (vval x))) in *.
  assert (0 <= n) by apply norm_nonneg. assert (0 <= d) by apply norm_nonneg.
  pose proof (root_nonneg P Q). set (r := root P Q) in *. assert (g <= n * d) by (unfold g; lra).
  destruct (Rlt_le_dec r d) as [| N]; [assumption | exfalso].
  assert (g * g <= (n * r) * (n * r)) by (assert (n * d <= n * r) by nra; nra).
  assert (IZR Q * (g * g) <= IZR P * (n * n)); [| lra]. rewrite <- S. nra.
Qed.

(** What the checker accepts holds. *)
Theorem sound X Y c : check X Y c = true -> claims X Y c.
Proof.
  unfold check, claims; intro H; rewrite <- !placed_world; destruct c; split_and.
  - apply phi_between; [exact (direction_sound _ _ _ _ _ _ H) |].
    destruct (points_sound _ _ _ _ _ H0) as (p & q & Hp & Hq & L). now apply (points_bound _ _ _ p q).
  - apply phi_between; [exact (direction_sound _ _ _ _ _ _ H) | exact (cover_sound _ _ _ _ _ H0)].
  - now apply direction_sound with u.
  - destruct (points_sound _ _ _ _ _ H) as (p & q & Hp & Hq & L). now apply (points_bound _ _ _ p q).
  - now apply cover_sound with cover.
  - now apply normal_sound with pairs.
  - destruct of_a; now apply beyond_sound with u.
Qed.

(** ** What the signed distance is, in points *)

(** Apart or touching: no two points are nearer, some are as near, and a plane has A and B on its two sides. *)
Theorem apart_points X Y P Q u pairs : check X Y (Apart P Q u pairs) = true ->
  (forall p q, hull (world X) p -> hull (world Y) q -> root P Q <= norm (sub p q)) /\
  (exists p q, hull (world X) p /\ hull (world Y) q /\ norm (sub p q) = root P Q) /\
  (exists v c, v <> zero /\ (forall p, hull (world X) p -> c <= dot v p) /\ (forall q, hull (world Y) q -> dot v q <= c)).
Proof.
  simpl; intro H; split_and. rewrite <- !placed_world.
  destruct (direction_sound _ _ _ _ _ _ H) as (v & g & N & G & L). simpl in L.
  destruct (points_sound _ _ _ _ _ H0) as (p & q & Hp & Hq & M).
  assert (D : forall p q, hull (map vval (placed X)) p -> hull (map vval (placed Y)) q -> root P Q <= norm (sub p q)).
  { intros p' q' Hp' Hq'. pose proof (gap_of_hulls _ _ _ _ _ _ G Hp' Hq'). pose proof (cauchy_schwarz v (sub p' q')).
    pose proof (norm_pos v N). apply Rmult_le_reg_l with (norm v); [assumption | lra]. }
  split; [exact D | split; [exists p, q; repeat split; try assumption; apply Rle_antisym; [exact M | now apply D] |]].
  assert (0 <= g) by (pose proof (norm_nonneg v); pose proof (root_nonneg P Q); nra).
  destruct G as [Low (a & b & Ia & Ib & E)].
  exists v, (dot v a). repeat split; [exact N | |].
  - intros p' Hp'. apply (hull_above (map vval (placed X))); [| exact Hp']. intros w Hw.
    pose proof (Low w b Hw Ib) as F. rewrite E in F.
    replace (dot v (sub w b)) with (dot v w - dot v b) in F by vec_ring.
    replace (dot v (sub a b)) with (dot v a - dot v b) in F by vec_ring. lra.
  - intros q' Hq'.
    assert (F : - dot v a <= dot (scale (-1) v) q').
    { apply (hull_above (map vval (placed Y))); [| exact Hq']. intros w Hw. pose proof (Low a w Ia Hw) as F.
      replace (dot v (sub a w)) with (dot v a - dot v w) in F by vec_ring.
      replace (dot (scale (-1) v) w) with (- dot v w) by vec_ring. lra. }
    replace (dot (scale (-1) v) q') with (- dot v q') in F by vec_ring. lra.
Qed.

(** Overlapping: no shorter move separates the bodies, and one as long as the depth does. *)
Theorem overlap_moves X Y P Q u cover : check X Y (Overlap P Q u cover) = true ->
  (forall d, separates (world X) (world Y) d -> root P Q <= norm d) /\
  (exists d, norm d = root P Q /\ separates (world X) (world Y) d).
Proof.
  intro H. apply sound in H as [(v & g & N & G & E) M]; simpl in *. pose proof (norm_pos v N) as L.
  assert (V : forall a, In a (world X) -> hull (world X) a).
  { intros a I. apply In_nth_error in I as [i I]. now apply mixture_vertex with i. }
  assert (W : forall b, In b (world Y) -> hull (world Y) b).
  { intros b I. apply In_nth_error in I as [i I]. now apply mixture_vertex with i. }
  split.
  - intros d (w & Nw & S).
    destruct (gap_exists (world X) (world Y) w) as [h Gh].
    { destruct G as [_ (a & b & Ia & Ib & _)]. exists a; exact Ia. }
    { destruct G as [_ (a & b & Ia & Ib & _)]. exists b; exact Ib. }
    pose proof (M w h Nw Gh). destruct Gh as [_ (a & b & Ia & Ib & F)].
    pose proof (S a b (V a Ia) (W b Ib)) as T.
    replace (dot w (add a d)) with (dot w a + dot w d) in T by vec_ring.
    replace (dot w (sub a b)) with (dot w a - dot w b) in F by vec_ring.
    pose proof (cauchy_schwarz w d). pose proof (norm_pos w Nw).
    apply Rmult_le_reg_l with (norm w); [assumption | lra].
  - exists (scale (- g / (norm v * norm v)) v). split.
    + assert (0 <= root P Q) by apply root_nonneg.
      assert (0 <= - g / (norm v * norm v)).
      { apply Rmult_le_pos; [nra |]. apply Rlt_le, Rinv_0_lt_compat; nra. }
      rewrite norm_scale by assumption. rewrite E. field. lra.
    + exists v; split; [exact N |]. intros p q Hp Hq. pose proof (gap_of_hulls _ _ _ _ _ _ G Hp Hq) as F.
      replace (dot v (sub p q)) with (dot v p - dot v q) in F by vec_ring.
      replace (dot v (add p (scale (- g / (norm v * norm v)) v))) with (dot v p + - g / (norm v * norm v) * dot v v) by vec_ring.
      rewrite <- (norm_square v).
      replace (- g / (norm v * norm v) * (norm v * norm v)) with (- g) by (field; lra). lra.
Qed.
