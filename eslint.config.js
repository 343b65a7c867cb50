import js from '@eslint/js';
import { dirname, relative, resolve, sep } from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const ROOT = import.meta.dirname;

/** What each layer may import besides itself; data flows one way (docs/architecture.md). Tests see everything. */
const LAYERS = {
  domain: [],
  schema: ['domain'],
  services: ['schema', 'domain'],
  gateway: ['schema', 'domain'],
  web: ['schema', 'domain'],
  bin: ['services', 'gateway', 'domain'],
};

const layerOf = (path) => relative(ROOT, path).split(sep)[0];

/** Where an import leads: '#services/x.ts' and '../../services/x.ts' alike; undefined for packages. */
const targetOf = (specifier, from) => {
  if (specifier.startsWith('#')) return specifier.slice(1).split('/')[0];
  return specifier.startsWith('.') ? layerOf(resolve(dirname(from), specifier)) : undefined;
};

/** Refuses imports against the direction of the layers, and relative ones that leave their layer. */
const direction = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { wrong: '{{from}} must not import {{to}}.', hash: 'Write #{{to}}/… to leave a layer.' },
  },
  create: (context) => {
    const from = layerOf(context.filename);
    const allowed = LAYERS[from];
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const to = targetOf(source.value, context.filename);
      if (!to || to === from || !(to in { ...LAYERS, tests: 0 })) return;
      if (allowed && !allowed.includes(to)) context.report({ node: source, messageId: 'wrong', data: { from, to } });
      else if (!source.value.startsWith('#')) context.report({ node: source, messageId: 'hash', data: { to } });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
    };
  },
};

/** Refuses floating point where money could pass: parseFloat, and toFixed of a number (decimal.js has one too). */
const exactNumbers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { number: 'Money is decimal text and decimal.js, never a JS number (domain.md §1).' },
  },
  create: (context) => ({
    "CallExpression[callee.name='parseFloat']": (node) => context.report({ node, messageId: 'number' }),
    "MemberExpression[object.name='Number'][property.name='parseFloat']": (node) =>
      context.report({ node, messageId: 'number' }),
    "MemberExpression[property.name='toFixed']": (node) => {
      const type = context.sourceCode.parserServices.getTypeAtLocation?.(node.object);
      if (!type || type.flags & ts.TypeFlags.NumberLike) context.report({ node, messageId: 'number' });
    },
  }),
};

const SKIPPED = 'A suite runs whole: fail, do not skip.';

const noSkippedTests = [
  {
    selector: 'MemberExpression[object.name=/^(test|it|describe)$/][property.name=/^(skip|only|todo)$/]',
    message: SKIPPED,
  },
  { selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]', message: SKIPPED },
];

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', '**/generated/', '.data/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict, reactHooks.configs.flat.recommended],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: ROOT } },
    plugins: { prumo: { rules: { direction, 'exact-numbers': exactNumbers } } },
    rules: {
      'prumo/direction': 'error',
      'prumo/exact-numbers': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', 400],
    },
  },
  { files: ['tests/**'], rules: { 'no-restricted-syntax': ['error', ...noSkippedTests] } },
  {
    // These run in a browser too.
    files: ['domain/**', 'schema/**', 'web/**'],
    ignores: ['web/**/*.config.ts', 'web/vite*', 'web/build/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: ['node:*'], message: 'Runs in a browser too.' }] }],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        globalThis: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
);
