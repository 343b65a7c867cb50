import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { direction } from './lint/direction.js';
import { rooms } from './lint/rooms.js';

/**
 * Which room may import which (docs/architecture.md). A feature imports another one only where it is named here, with its
 * reason; tests/platform/lint.test.ts fails for a name that is no longer used.
 */
const ROOMS = {
  web: {
    layer: 'web',
    depth: 2,
    rooms: {
      generated: [],
      ui: [],
      client: ['generated', 'ui'],
      session: ['client', 'generated', 'ui'],
      list: ['client', 'form', 'generated', 'session', 'ui'],
      form: ['client', 'session', 'ui'],
      choices: ['client', 'generated', 'list', 'session', 'ui'],
      public: ['client', 'ui'],
      import: ['client', 'generated', 'list', 'session', 'ui'],
      register: ['choices', 'client', 'form', 'generated', 'list', 'session', 'ui'],
    },
    free: ['', 'shell'],
    exceptions: {
      choices: {
        'financial/buildings': 'a building that is missing is made as its register makes it',
        'financial/categories': 'the same for a category, and who may make one',
      },
      'engineering/costEstimates': {
        'engineering/imports': 'a file is sent as imports send it',
        'engineering/tasks': 'rows are found by the same search, and shown by the same icons and pills',
      },
      'engineering/measurements': { 'financial/companies': 'a CNPJ that a boletim lacks is typed as in its register' },
      'engineering/tasks': { 'engineering/estimateUses': 'a composition tells which cost estimates have it' },
      'financial/installments': {
        'financial/transactions':
          'an installment is a row of a transaction: one drawer, one set of filters and cached lists',
        'financial/fiscalDocuments': 'notas are dropped on lists of expenses',
        'financial/paymentCodes': 'a list copies the codes of its installments, and takes pasted ones',
      },
      'financial/transactions': {
        'financial/fiscalDocuments': 'notas are dropped on lists of expenses',
        'financial/paymentCodes': 'a code stands below its installment, is paid from, and begins a new expense',
        'financial/monthClosing': 'a document of a closed month offers the exception from it',
        'financial/partners': 'what a supplier is paid by stands where it is paid',
      },
      'financial/fiscalDocuments': {
        'financial/transactions': 'a nota fills the form of an expense',
        'purchase/products': 'an input that an item of a nota lacks is made as its register makes it',
      },
      'financial/transactionModels': {
        'financial/transactions': 'the rateio of a model is edited as that of a transaction',
      },
      'financial/wallets': { 'financial/transactions': 'a line of a statement opens its document over the statement' },
      'financial/partners': { location: 'an address is completed from its CEP' },
      'security/account': { 'security/privacy': 'one’s own data are taken along where one’s own access is' },
      'security/password': { 'security/login': 'who has just chosen the first password is logged in with it' },
      'security/users': { 'security/privacy': 'that a user be made nameless is asked for where users are' },
      assistant: {
        'financial/transactions': 'a payment is undone where it is told, and the lists forget its document',
      },
      gallery: { build: 'its build needs the module that the grid loads its licence from' },
      'purchase/products': { 'engineering/estimateUses': 'an input tells which cost estimates have it' },
      'home/dashboard': { 'financial/cashFlow': 'the dashboard shows the same chart' },
      'home/myDay': {
        'financial/transactions': 'an installment is paid, and its transaction opened, as in the list of transactions',
      },
    },
  },
  services: {
    layer: 'services',
    depth: 1,
    rooms: { platform: [] },
    free: ['', 'demo'],
    exceptions: {
      engineering: {
        assistant: 'what happens to an import posts a message',
        financial: 'a closed measurement makes a document; its photos are files like those of documents',
      },
      financial: { assistant: 'what happens to a transaction posts a message' },
      purchase: {
        assistant: 'what a supplier answers to an order posts a message',
        engineering: 'a changed price of a product changes the compositions that use it',
        financial: 'what is received of an order makes an expense',
      },
      security: {
        assistant: 'what happens to a user posts a message',
        financial: 'a new account begins with a company, a partner and the standard categories',
        purchase: 'and with the standard units, product types and cost database',
        demo: 'and, if it was asked for, with the demonstration company',
      },
    },
  },
};

/** `toFixed` of a number is refused by its type: domain/exactNumbers.d.ts. */
const EXACT = 'Money is decimal text and decimal.js, never a JS number (domain.md §1).';

const SKIPPED = 'A suite runs whole: fail, do not skip.';

const noSkippedTests = [
  {
    selector: 'MemberExpression[object.name=/^(test|it|describe)$/][property.name=/^(skip|only|todo)$/]',
    message: SKIPPED,
  },
  { selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]', message: SKIPPED },
];

/** The rules that need types are in .oxlintrc.json. */
export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', '**/generated/', '.data/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    plugins: { prumo: { rules: { direction, rooms } } },
    rules: {
      'prumo/direction': 'error',
      'no-restricted-globals': ['error', { name: 'parseFloat', message: EXACT }],
      'no-restricted-properties': ['error', { object: 'Number', property: 'parseFloat', message: EXACT }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', 400],
    },
  },
  { files: ['web/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  ...Object.entries(ROOMS).map(([layer, options]) => ({
    files: [`${layer}/**/*.{ts,tsx}`],
    rules: { 'prumo/rooms': ['error', options] },
  })),
  { files: ['tests/**'], rules: { 'no-restricted-syntax': ['error', ...noSkippedTests] } },
  {
    // These run in a browser too.
    files: ['domain/**', 'schema/**', 'web/**'],
    // The examples run on the receivers of others.
    ignores: ['web/**/*.config.ts', 'web/vite*', 'web/build/**', 'schema/examples/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: ['node:*'], message: 'Runs in a browser too.' }] }],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        Buffer: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        globalThis: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
        URLSearchParams: 'readonly',
      },
    },
  },
);
