import { PERMISSIONS, type Permission } from '#domain/permissions.ts';

export type Held = readonly Permission[];
export type Asker = Held | 'admin' | 'visitor';
export type Rule = 'everybody' | 'logged in' | 'admin' | ((held: Held) => boolean);
export type Verdict = 'lets in' | 'refuses' | 'knows no such company' | 'asks to log in';

const any =
  (...wanted: Permission[]): Rule =>
  (held) =>
    wanted.some((permission) => held.includes(permission));
const all =
  (...wanted: Permission[]): Rule =>
  (held) =>
    wanted.every((permission) => held.includes(permission));

/**
 * §6 of the specification and docs/decisions/0003 once more, by hand and without a look at services/policy.ts or the
 * directives of the schema: the first line that fits a route or a field counts. One that none fits fails the test until
 * somebody says who may call it. Root fields are "query wallets", or "query transactions DEBIT" where they name a type.
 */
const EXPECTED: readonly [RegExp, Rule][] = [
  [/ \/(oauth\/token|healthz|readyz|api\/v1\/openapi.json)$/, 'everybody'],
  // What comes before a session: how to log in, a new account, a forgotten password, a confirmed address (§7).
  [/ .*\/security\/(login-status|accounts|recover-password.*|first-password.*|user\/confirm)$/, 'everybody'],
  // To anybody else it would tell which addresses have a login.
  [/ .*\/security\/user\/check-email\/:email$/, 'admin'],
  [/ \/api\/v1\/(security|assistant|location)\//, 'logged in'],
  // Outcome needs DEBIT, income CREDIT, engineering ENGINEERING.
  [/ .*\/company\/:companyId\/debit(\/|$)/, any('DEBIT')],
  [/ .*\/company\/:companyId\/credit(\/|$)/, any('CREDIT')],
  [/ .*estimated-vs-actual$/, any('ENGINEERING')],
  // The names of wallets are for whoever pays or receives; everything else about them needs both.
  [/^GET .*\/bank(\/:id)?$/, any('DEBIT', 'CREDIT')],
  [/ .*\/(bank(\/:id)?|wallets-summary|transfers(\/:id)?|paid\/bank\/:bankId\/\w+)$/, all('DEBIT', 'CREDIT')],
  // Cash flow, balances, settings (users, companies): administrators.
  [/ .*\/financial\/(account\/:accountId\/)?user(-totals)?(\/|$)/, 'admin'],
  [/ .*\/(cashflow\/.*|cash-flows.*|balances)$/, 'admin'],
  [/^(POST|PUT|DELETE) .*\/account\/:accountId\/company(\/|$)/, 'admin'],
  // Registers are read by everybody who has some permission in the account, and written by whose work needs them.
  [/^(POST|PUT|DELETE) .*\/building(\/:id)?$/, any('ENGINEERING')],
  [/^(POST|PUT|DELETE) .*\/category(\/:id)?$/, any('DEBIT', 'CREDIT')],
  [/^(POST|PUT|DELETE) .*\/partner(\/:id)?$/, any(...PERMISSIONS)],
  [/^GET .*\/account\/:accountId\/(category|partner)(\/|$)/, any(...PERMISSIONS)],
  [/^(POST|PUT|DELETE) .*\/purchase\/(brand|unit)(\/:id)?$/, any('PURCHASE', 'ENGINEERING')],
  [/^GET .*\/purchase\/(brand|unit)(-totals)?(\/:id)?$/, any(...PERMISSIONS)],
  [/^GET .*\/(company|building)(-totals)?(\/|$)/, 'logged in'],
  [/^GET .*\/groups$/, 'logged in'],

  // The same of GraphQL.
  [/^mutation login$/, 'everybody'],
  [/ (session|logout|reauthenticate|address|cities|assistantMessages|acknowledge\w+)$/, 'logged in'],
  [/^query (companyBalance|cashFlow\w*|paidBalances|projectedBalances|forecast\w+)( \w+)?$/, 'admin'],
  [/ \w+ DEBIT$/, any('DEBIT')],
  [/ \w+ CREDIT$/, any('CREDIT')],
  [/^query \w*[eE]stimatedVsActual$/, any('ENGINEERING')],
  [/^query wallets?$/, any('DEBIT', 'CREDIT')],
  [/^(query|mutation) (wallet\w+|transfers?|\w+(Wallet|Transfer))$/, all('DEBIT', 'CREDIT')],
  [/^(query|mutation) (users?|\w+User|keepUserLogin|userTotals|grantableCompanies)$/, 'admin'],
  [/^mutation (\w+Company|removeCompanyLogo)$/, 'admin'],
  [/^mutation \w+Building$/, any('ENGINEERING')],
  [/^mutation \w+Category$/, any('DEBIT', 'CREDIT')],
  [/^mutation \w+Partner$/, any(...PERMISSIONS)],
  [/^query (categor(y|ies)|partners?|partnerTotals)$/, any(...PERMISSIONS)],
  [/^mutation \w+(Brand|Unit)$/, any('PURCHASE', 'ENGINEERING')],
  [/^query (brand|unit)(s|Totals)?$/, any(...PERMISSIONS)],
  [/^query (compan(y|ies)|buildings?|(company|building)Totals)$/, 'logged in'],
];

const ruleOf = (key: string): Rule => {
  const line = EXPECTED.find(([pattern]) => pattern.test(key));
  if (!line) throw new Error(`${key}: who may call it? Add a line to EXPECTED in tests/security/matrix/oracle.ts.`);
  return line[1];
};

/** All sixteen sets of permissions. */
export const SUBSETS: Held[] = Array.from({ length: 2 ** PERMISSIONS.length }, (_, bits) =>
  PERMISSIONS.filter((_permission, index) => (bits >> index) % 2 === 1),
);

export const nameOf = (held: Held): string => held.join(' and ') || 'nothing';

/**
 * What §6 says of one asker and one route or field. `namesCompany`: it is about one company. Who holds nothing may enter
 * no company: REST answers what is the account's, the screens (and so GraphQL) ask for a company before all.
 */
export const expectedOf = (key: string, namesCompany: boolean, asker: Asker): Verdict => {
  const rule = ruleOf(key);
  if (rule === 'everybody') return 'lets in';
  if (asker === 'visitor') return 'asks to log in';
  if (asker === 'admin') return 'lets in';
  if (asker.length === 0 && namesCompany) return 'knows no such company';
  if (rule === 'logged in') return 'lets in';
  return rule !== 'admin' && rule(asker) ? 'lets in' : 'refuses';
};

/** Reads that name a row of one building: who has a grant on another one alone is told that there is no such row (domain.md §2). */
export const isOfBuilding = (key: string): boolean =>
  /^GET .*(\/(debit|credit)\/(:id(\/|$))|\/building\/:id$|\/buildings\/:id\/groups$|\/engineering\/estimated-vs-actual$)/.test(
    key,
  ) || /^query (transaction (DEBIT|CREDIT)|building|estimatedVsActual)$/.test(key);
