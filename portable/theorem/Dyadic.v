(* SPDX-License-Identifier: MIT *)
(** Doubles as mantissa and exponent: sums and products without rounding. *)
From Coq Require Import ZArith Reals List Bool Lra Lia Psatz.
From Touchstone Require Import Distance.
Open Scope R_scope.

Record dyadic := D { mantissa : Z; exponent : Z }.

Definition dval (d : dyadic) : R := IZR (mantissa d) * powerRZ 2 (exponent d).

Definition dmul a b := D (mantissa a * mantissa b) (exponent a + exponent b).
Definition dneg a := D (- mantissa a) (exponent a).
Definition dadd a b :=
  if (exponent a <=? exponent b)%Z
  then D (mantissa a + Z.shiftl (mantissa b) (exponent b - exponent a)) (exponent a)
  else D (Z.shiftl (mantissa a) (exponent a - exponent b) + mantissa b) (exponent b).
Definition dsub a b := dadd a (dneg b).
Definition dint (z : Z) := D z 0.
Definition dle a b := (0 <=? mantissa (dsub b a))%Z.
Definition dlt a b := (0 <? mantissa (dsub b a))%Z.

Lemma two_pos e : 0 < powerRZ 2 e.
Proof. apply powerRZ_lt; lra. Qed.

Lemma two_add d e : powerRZ 2 (d + e) = powerRZ 2 d * powerRZ 2 e.
Proof. apply powerRZ_add; lra. Qed.

Lemma shift_val m k : (0 <= k)%Z -> IZR (Z.shiftl m k) = IZR m * powerRZ 2 k.
Proof.
  intro H. rewrite Z.shiftl_mul_pow2 by exact H. rewrite mult_IZR. f_equal.
  rewrite <- (Z2Nat.id k H), <- pow_powerRZ, pow_IZR. reflexivity.
Qed.

Lemma dval_mul a b : dval (dmul a b) = dval a * dval b.
Proof. unfold dval, dmul; simpl. rewrite mult_IZR, two_add. ring. Qed.

Lemma dval_neg a : dval (dneg a) = - dval a.
Proof. unfold dval, dneg; simpl. rewrite opp_IZR. ring. Qed.

Lemma dval_add a b : dval (dadd a b) = dval a + dval b.
Proof.
  unfold dadd, dval. destruct (Z.leb_spec (exponent a) (exponent b)); simpl; rewrite plus_IZR, shift_val by lia.
  - replace (powerRZ 2 (exponent b)) with (powerRZ 2 (exponent b - exponent a) * powerRZ 2 (exponent a)); [ring |].
    rewrite <- two_add; f_equal; lia.
  - replace (powerRZ 2 (exponent a)) with (powerRZ 2 (exponent a - exponent b) * powerRZ 2 (exponent b)); [ring |].
    rewrite <- two_add; f_equal; lia.
Qed.

Lemma dval_sub a b : dval (dsub a b) = dval a - dval b.
Proof. unfold dsub. rewrite dval_add, dval_neg. ring. Qed.

Lemma dval_int z : dval (dint z) = IZR z.
Proof. unfold dval, dint; simpl. ring. Qed.

Lemma dle_spec a b : dle a b = true <-> dval a <= dval b.
Proof.
  unfold dle. rewrite Z.leb_le.
  assert (dval (dsub b a) = dval b - dval a) as E by apply dval_sub. unfold dval at 1 in E.
  pose proof (two_pos (exponent (dsub b a))). split; intro L.
  - apply IZR_le in L. nra.
  - apply le_IZR. nra.
Qed.

Lemma dlt_spec a b : dlt a b = true <-> dval a < dval b.
Proof.
  unfold dlt. rewrite Z.ltb_lt.
  assert (dval (dsub b a) = dval b - dval a) as E by apply dval_sub. unfold dval at 1 in E.
  pose proof (two_pos (exponent (dsub b a))). split; intro L.
  - apply IZR_lt in L. nra.
  - apply lt_IZR. nra.
Qed.

Record dvec := DV { dx : dyadic; dy : dyadic; dz : dyadic }.

Definition vval (v : dvec) : vec := Vec (dval (dx v)) (dval (dy v)) (dval (dz v)).
Definition vint (a b c : Z) := DV (dint a) (dint b) (dint c).
Definition vadd u v := DV (dadd (dx u) (dx v)) (dadd (dy u) (dy v)) (dadd (dz u) (dz v)).
Definition vsub u v := DV (dsub (dx u) (dx v)) (dsub (dy u) (dy v)) (dsub (dz u) (dz v)).
Definition vscale s u := DV (dmul s (dx u)) (dmul s (dy u)) (dmul s (dz u)).
Definition vdot u v := dadd (dadd (dmul (dx u) (dx v)) (dmul (dy u) (dy v))) (dmul (dz u) (dz v)).
Definition vnonzero u := negb ((mantissa (dx u) =? 0) && (mantissa (dy u) =? 0) && (mantissa (dz u) =? 0))%Z.

Ltac dval_ring := rewrite ?dval_add, ?dval_sub, ?dval_mul, ?dval_int; try reflexivity; ring.

Lemma vval_add u v : vval (vadd u v) = add (vval u) (vval v).
Proof. unfold vval, vadd, add; simpl; f_equal; dval_ring. Qed.

Lemma vval_sub u v : vval (vsub u v) = sub (vval u) (vval v).
Proof. unfold vval, vsub, sub; simpl; f_equal; dval_ring. Qed.

Lemma vval_scale s u : vval (vscale s u) = scale (dval s) (vval u).
Proof. unfold vval, vscale, scale; simpl; f_equal; dval_ring. Qed.

Lemma dval_dot u v : dval (vdot u v) = dot (vval u) (vval v).
Proof. unfold vdot, dot, vval; simpl; dval_ring. Qed.

Lemma dval_zero d : dval d = 0 -> mantissa d = 0%Z.
Proof. unfold dval; intro H. pose proof (two_pos (exponent d)). apply eq_IZR. nra. Qed.

Lemma vnonzero_spec u : vnonzero u = true -> vval u <> zero.
Proof.
  intros H E. unfold vval, zero in E. injection E as X Y Z.
  apply dval_zero in X; apply dval_zero in Y; apply dval_zero in Z.
  unfold vnonzero in H. now rewrite X, Y, Z in H.
Qed.
