// SPDX-License-Identifier: GPL-3.0-or-later
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/"] },
  {
    files: ["src/**/*.ts", "vite.config.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", 60],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-non-null-assertion": "error",
      // Data are never parsed as markup, whoever wrote them.
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "text goes in by textContent" },
        { property: "outerHTML", message: "text goes in by textContent" },
        { property: "insertAdjacentHTML", message: "text goes in by textContent" },
      ],
    },
  },
  { files: ["**/*.mjs"], extends: [tseslint.configs.recommended], rules: { "max-lines": ["error", 400] } },
);
