import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const { rules, plugins } = reactHooks.configs.flat.recommended;

/** These two read the source as it is; all others compile each component with React Compiler, and need no types. */
const PLAIN = ['react-hooks/rules-of-hooks', 'react-hooks/exhaustive-deps'];
const compiling = Object.entries(rules).filter(([name]) => !PLAIN.includes(name));

/** Switches the compiling rules off. */
export const withoutComponents = Object.fromEntries(compiling.map(([name]) => [name, 'off']));

/**
 * The compiling rules alone, as a configuration of its own: they take a third of the time of lint, and so run beside the
 * rules that need types.
 */
export default [
  { ignores: ['**/generated/'] },
  // A comment that silences another rule is that rule's business.
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['web/**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser },
    plugins: { ...plugins, '@typescript-eslint': tseslint.plugin },
    rules: Object.fromEntries(compiling),
  },
];
