/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shared library that is not a plug-in. */
int touchstone_test_library_without_entry;
