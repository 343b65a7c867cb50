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
 * §6 of the specification and decision 3, written again by hand, without services/policy.ts and the schema's
 * directives. The first matching line decides; a route or field without a match fails the test. Root fields are "query
 * wallets", or "query transactions DEBIT" if they take a type.
 */
const EXPECTED: readonly [RegExp, Rule][] = [
  // What was deleted is deleted for good by administrators (decision 105).
  [/^DELETE .*\/(debit|credit)\/deleted(\/:id)?$/, 'admin'],
  [/^mutation (forgetDeletedTransaction|emptyDeletedTransactions) (DEBIT|CREDIT)$/, 'admin'],
  // Income statement: administrators; stages by category: who pays or builds.
  [/ .*\/company\/:companyId\/financial-statement(\/|$)/, 'admin'],
  // Datasets for spreadsheets have the rule of the list with their rows (decision 92).
  [/^GET .*\/csv\/company\/:companyId\/expense(s|-\w+)$/, any('DEBIT')],
  [/^GET .*\/csv\/company\/:companyId\/income(-\w+)?$/, any('CREDIT')],
  [/^GET .*\/csv\/company\/:companyId\/wallets$/, any('DEBIT', 'CREDIT')],
  [/^GET .*\/csv\/company\/:companyId\/transfers$/, all('DEBIT', 'CREDIT')],
  [/^GET .*\/csv\/company\/:companyId\/(suppliers|customers|categories)$/, any(...PERMISSIONS)],
  [/^GET .*\/csv\/company\/:companyId\/buildings$/, 'logged in'],
  [/^GET .*\/csv\/company\/:companyId\/(orders|purchases)$/, any('PURCHASE')],
  [/^GET .*\/csv\/company\/:companyId\/estimated-vs-actual$/, any('ENGINEERING')],
  // Each report has its own rule: the harness asks for one of expenses (decision 82).
  [/^GET .*\/reports\/company\/:companyId\/reports\/:report(\/|$)/, any('DEBIT')],
  [/ .*\/reports\/company\/:companyId\//, 'logged in'],
  // Each list has its own rule: tests/lists/savedViews.test.ts (decision 97).
  [/ .*\/lists\/company\/:companyId\/saved-views(\/|$)/, 'logged in'],
  // What is printed was read by the list's own call; this gives the letterhead (decision 106).
  [/^POST .*\/lists\/company\/:companyId\/print$/, any(...PERMISSIONS)],
  [/ .*\/lists\/columns$/, 'logged in'],
  // Closed months, exceptions from them, and folders for the accountant (decision 73).
  [/ .*\/company\/:companyId\/month-closings(\/|$)/, 'admin'],
  [/^PUT .*\/category\/statement-lines$/, any('DEBIT', 'CREDIT')],
  [/ .*\/(cost-breakdown(\/file)?|input-categories)$/, any('DEBIT', 'ENGINEERING')],
  [/ \/(oauth\/token|healthz|readyz|api\/v1\/openapi.json)$/, 'everybody'],
  // Who has the verification code of a boletim (decision 53).
  [/ .*\/engineering\/bulletins\/:code$/, 'everybody'],
  // Back from the provider of an organization (decision 76).
  [/^GET \/callback\/prumoid$/, 'everybody'],
  // How the account logs in, and what its groups give.
  [/ .*\/security\/sso(\/(organizations.*|second-factor))?$/, 'admin'],
  [/ .*\/security\/permission-templates(\/|$)/, 'admin'],
  [/ .*\/security\/(api-tokens(\/:id)?|api-usage)$/, 'admin'],
  [/ .*\/security\/webhooks(\/|$)/, 'admin'],
  // Before a session: login, new account, forgotten password, confirmed address (§7).
  [
    / .*\/security\/(login-status|passkey-login|organizations|sso\/start|accounts|account-drafts(\/resume)?|recover-password.*|first-password.*|user\/confirm)$/,
    'everybody',
  ],
  // Would reveal to other users which addresses have a login.
  [/ .*\/security\/demonstration$/, 'admin'],
  [/ .*\/security\/user\/check-email\/:email$/, 'admin'],
  // What is kept of people is for administrators; one's own is one's own (decision 77).
  [/^GET .*\/security\/anonymisations$/, 'admin'],
  [/ .*\/security\/(data-views|data-retention)$/, 'admin'],
  // Everybody acknowledges a broadcast; administrators write it.
  [/ .*\/assistant\/broadcast(\/:id(\/readers)?)?$/, 'admin'],
  [/ \/api\/v1\/(security|assistant|location)\//, 'logged in'],
  // Expenses need DEBIT, income CREDIT, engineering ENGINEERING.
  [/ .*\/company\/:companyId\/(debit|payment-codes)(\/|$)/, any('DEBIT')],
  [/ .*\/company\/:companyId\/credit(\/|$)/, any('CREDIT')],
  [/ .*\/company\/:companyId\/fiscal-documents(\/|$)/, any('DEBIT')],
  [/ .*(estimated-vs-actual|\/appropriations\/overview)$/, any('ENGINEERING')],
  // Names of wallets need DEBIT or CREDIT; everything else about them needs both.
  [/^GET .*\/company\/:companyId\/mentions$/, any('DEBIT', 'CREDIT')],
  [/^GET .*\/bank(\/:id)?$/, any('DEBIT', 'CREDIT')],
  [/ .*\/company\/:companyId\/bank-statements\//, all('DEBIT', 'CREDIT')],
  // Who works with money reads the limit of differences; administrators set it.
  [/^PUT .*\/financial\/reconciliation-settings$/, 'admin'],
  [/^GET .*\/financial\/reconciliation-settings$/, any('DEBIT', 'CREDIT')],
  [/ .*\/company\/:companyId\/transaction-models(\/|$)/, all('DEBIT', 'CREDIT')],
  [/ .*\/(bank(\/:id)?|wallets-summary|transfers(\/:id)?|paid\/bank\/:bankId\/\w+)$/, all('DEBIT', 'CREDIT')],
  // Cash flow, balances, settings (users, companies): administrators.
  [/ .*\/financial\/(account\/:accountId\/)?user(-totals)?(\/|$)/, 'admin'],
  [/ .*\/(cashflow\/.*|cash-flows.*|balances)$/, 'admin'],
  [/^(POST|PUT|DELETE) .*\/account\/:accountId\/company(\/|$)/, 'admin'],
  // Reading registers needs any permission in the account; writing needs the permission of the work that uses them.
  [/^(POST|PUT|DELETE) .*\/building(\/(:id|import(\/:importId\/undo)?))?$/, any('ENGINEERING')],
  [/^(POST|PUT|DELETE) .*\/category(\/(:id|import(\/:importId\/undo)?))?$/, any('DEBIT', 'CREDIT')],
  [/^(POST|PUT|DELETE) .*\/partner(\/(:id|import(\/:importId\/undo)?))?$/, any(...PERMISSIONS)],
  [/^GET .*\/account\/:accountId\/(category|partner)(\/|$)/, any(...PERMISSIONS)],
  [
    /^(POST|PUT|DELETE) .*\/purchase\/(brand|unit)(\/(:id|import(\/:importId\/undo)?))?$/,
    any('PURCHASE', 'ENGINEERING'),
  ],
  [/^GET .*\/purchase\/(brand|unit)(-totals)?(\/:id)?$/, any(...PERMISSIONS)],
  // Products are bought and built with; what they are sorted by is the buyer's, cost databases are of both.
  [/^(POST|PUT|DELETE) .*\/product-table(\/:id)?$/, any('PURCHASE', 'ENGINEERING')],
  [/^(POST|PUT|DELETE) .*\/product-(type|group)(\/(:id|import(\/:importId\/undo)?))?$/, any('PURCHASE')],
  [/^GET .*\/product-(type|group|table)(-totals)?(\/(:id|active|parents|leaves))?$/, any('PURCHASE', 'ENGINEERING')],
  // What a merge would do is told to whoever reads products.
  [/^POST .*\/product-merges\/preview$/, any('PURCHASE', 'ENGINEERING')],
  [/^(POST|PUT) .*\/product-(merges|pairs)(\/:id)?(\/undo)?$/, any('PURCHASE')],
  [/^GET .*\/product-(merges|pairs)$/, any('PURCHASE', 'ENGINEERING')],
  [/^(POST|PUT|DELETE) .*\/product(-batch)?(\/(:id|import(\/:importId\/undo)?))?$/, any('PURCHASE')],
  [
    /^GET .*\/product(-(totals|counts|figures))?(\/code)?(\/:\w+)?(\/(price-history|usages|impact))?$/,
    any('PURCHASE', 'ENGINEERING'),
  ],
  // Orders, what is received of them, and quotes are the buyer's.
  [/ .*\/purchase\/company\/:companyId\/(order(-invoice|-stages)?|quote)(\/|$)/, any('PURCHASE')],
  [/^GET .*\/purchase\/company\/:companyId\/purchases$/, any('PURCHASE')],
  [/^GET .*\/building\/:id\/purchase-overview(\/(groups|stages|lines|requests))?$/, any('PURCHASE')],
  // How the account buys: buyers read it, administrators set it.
  [/^GET .*\/purchase\/settings$/, any('PURCHASE')],
  [/^PUT .*\/purchase\/settings$/, 'admin'],
  [/ .*\/order-limits$/, 'admin'],
  // Each job is then seen by those who have its own permission.
  [/ .*\/engineering\/jobs(\/:id)?$/, any(...PERMISSIONS)],
  // Prices of the account's own come from files of those who buy or build; compositions, of those who build.
  [/^POST .*\/cost-databases\/:id\/resources$/, any('PURCHASE', 'ENGINEERING')],
  [/^GET .*\/cost-databases\/templates\/(resources|tasks)$/, any('PURCHASE', 'ENGINEERING')],
  [/^POST .*\/cost-databases\/:id\/tasks$/, any('ENGINEERING')],
  // Published prices are imported by who builds with them.
  [/ .*\/cost-databases\/imports(\/:id\/(answer|report(\/csv)?))?$/, any('ENGINEERING')],
  // Compositions are read by those who buy, too; who builds changes them.
  [/^(POST|PUT|DELETE) .*\/(tasks|task)(\/:id)?(\/copies)?$/, any('ENGINEERING')],
  [
    /^GET .*\/engineering\/(resources|tasks(-totals)?(\/:id(\/(usages|history|reference|impact|explosion|inputs))?)?)$/,
    any('PURCHASE', 'ENGINEERING'),
  ],
  // Cost estimates are those of buildings with ENGINEERING; that one uses a product is told to whoever reads products.
  [/^GET .*\/engineering\/(products|tasks)\/:id\/cost-estimates$/, any('PURCHASE', 'ENGINEERING')],
  [/ .*\/engineering\/(company|account)\/:\w+\/cost-estimate(-totals)?(\/|$)/, any('ENGINEERING')],
  [/ .*\/engineering\/cost-estimates\/:id\//, any('ENGINEERING')],
  [/ .*\/engineering\/(company\/:\w+\/)?measurement(s|s-totals|-contracts)(\/|$)/, any('ENGINEERING')],
  // What is withheld of expenses; an administrator writes the rules.
  [/^GET .*\/(retentions(\/months)?|retention-rules(\/proposals)?)$/, any('DEBIT')],
  [/ .*\/retention-rules(\/:id)?$/, 'admin'],
  [/^GET .*\/(company|building)(-totals)?(\/|$)/, 'logged in'],
  [/^GET .*\/groups$/, 'logged in'],

  // The same for GraphQL.
  [/^query retention(s|Rules|Proposals)$/, any('DEBIT')],
  [/^mutation \w+RetentionRule$/, 'admin'],
  [/^(query|mutation) (financialStatement\w*|\w+StatementNote)$/, 'admin'],
  [/^query reportPreview$/, any('DEBIT')],
  [/^query reportRecipients$/, any('DEBIT')],
  [/^query (reportCatalogue|savedReports|reportFiles|reportSchedules|reportScheduleRuns)$/, 'logged in'],
  [/^mutation \w+ReportSchedule(Active)?$/, 'logged in'],
  // Asked for no report: tests/reports/reports.test.ts holds them to the rule of each.
  [/^mutation (deleteSavedReport|setReportFavourite|saveReport|makeReportFile)$/, 'logged in'],
  [/^(query savedViews|mutation (saveView|changeSavedView|deleteSavedView))$/, 'logged in'],
  [/^(query listColumns|mutation saveListColumns)$/, 'logged in'],
  [/^query (monthClosing\w*|accountantFolder)$/, 'admin'],
  [/^mutation (closeMonth|reopenMonth|createMonthException|endMonthException|makeAccountantFolder)$/, 'admin'],
  [/^(query costBreakdown|mutation classifyInputs)$/, any('DEBIT', 'ENGINEERING')],
  [/^query (anonymisations|dataViews|dataRetention)$/, 'admin'],
  [/^mutation updateDataRetention$/, 'admin'],
  [/^(query demonstration|mutation removeDemonstration)$/, 'admin'],
  // Numbers of what the account has, and of its own company.
  [/^query firstSteps$/, 'logged in'],
  // It is asked for another user, who is an administrator's to name.
  [/^mutation requestAnonymisation$/, 'admin'],
  [/ (myData|exportMyData|decideAnonymisation)$/, 'logged in'],
  [/^mutation (login|confirmSecondFactor|startPasskeyLogin|loginWithPasskey)$/, 'everybody'],
  // Of the user's own access.
  [/^(query|mutation) (own\w+|\w+Own\w+|endOtherSessions|changePassword|\w+Totp|renewRecoveryCodes)$/, 'logged in'],
  [
    / .*\/security\/(profile|sessions(\/:id)?|accesses|password|totp(\/\w+)?|recovery-codes|passkeys(\/:?\w+)?)$/,
    'logged in',
  ],
  [
    /^(query singleSignOn|mutation (updateLoginRules|updateSecondFactorRule|\w+Organization(Domain|Groups)?|\w+ProvisioningTokens?))$/,
    'admin',
  ],
  [/^(query (apiTokens|apiUsage)|mutation (create|revoke)ApiToken)$/, 'admin'],
  [/^(query|mutation) \w*[wW]ebhook\w*$/, 'admin'],
  [/^(query permissionTemplates|mutation \w+PermissionTemplate)$/, 'admin'],
  [
    / (session|logout|reauthenticate|address|cities|assistantMessages|askAssistant|tellPresence|acknowledge\w+|\w*[aA]ssistantPreferences)$/,
    'logged in',
  ],
  [/^(query broadcast(s|Readers)|mutation (send|withdraw)Broadcast)$/, 'admin'],
  [/^query (companyBalance|cashFlow\w*|paidBalances|projectedBalances|forecast\w+)( \w+)?$/, 'admin'],
  [/ dismissModelSuggestion (DEBIT|CREDIT)$/, all('DEBIT', 'CREDIT')],
  [/ \w+ DEBIT$/, any('DEBIT')],
  [/ \w+ CREDIT$/, any('CREDIT')],
  [/^query (\w*[eE]stimatedVsActual|appropriationsOverview)$/, any('ENGINEERING')],
  [/^(mutation (classifyExpenses|setInstallmentPaymentCode)|query readPaymentCode)$/, any('DEBIT')],
  [/^(query|mutation) (fiscal\w+|\w+Fiscal(Examples|Document|Product))$/, any('DEBIT')],
  [/^query (wallets?|mentions)$/, any('DEBIT', 'CREDIT')],
  [/^(query|mutation) (wallet\w+|transfers?|\w+(Wallet|Transfer))$/, all('DEBIT', 'CREDIT')],
  [
    /^(query|mutation) (bank(Desk|Candidates|Line|Statement)\w*|\w+Bank(Statement|Lines|Reconciliations)\w*|routeBankAccount)$/,
    all('DEBIT', 'CREDIT'),
  ],
  [/^mutation reconcileWalletThrough$/, all('DEBIT', 'CREDIT')],
  [/^query reconciliationSettings$/, any('DEBIT', 'CREDIT')],
  [/^mutation updateReconciliationSettings$/, 'admin'],
  [
    /^(query|mutation) (\w*[tT]ransactionModel\w*|frequentTransactions|\w+Model(Documents|Adjustment))$/,
    all('DEBIT', 'CREDIT'),
  ],
  [
    /^(query|mutation) (users?|\w+User|keepUserLogin|removeUserSecondFactor|userTotals|grantableCompanies|emailCheck)$/,
    'admin',
  ],
  [/^mutation (\w+Company|removeCompanyLogo)$/, 'admin'],
  [/^mutation \w+Buildings?$/, any('ENGINEERING')],
  [/^mutation \w+Categor(y|ies)$/, any('DEBIT', 'CREDIT')],
  [/^mutation \w+Partners?$/, any(...PERMISSIONS)],
  [/^query (categor(y|ies)|partners?|partnerTotals|partnerPaymentChanges)$/, any(...PERMISSIONS)],
  [/^mutation \w+(Brand|Unit)s?$/, any('PURCHASE', 'ENGINEERING')],
  [/^query (brand|unit)(s|Totals)?$/, any(...PERMISSIONS)],
  [/^mutation \w+ProductTable$/, any('PURCHASE', 'ENGINEERING')],
  [/^mutation \w+Product(Type|Group)s?$/, any('PURCHASE')],
  [/^query product(Type|Group|Table)(s|Totals)?$/, any('PURCHASE', 'ENGINEERING')],
  [/^query (purchaseSettings|checkOrder|purchases)$/, any('PURCHASE')],
  [/^mutation updatePurchaseSettings$/, 'admin'],
  [/ (orderLimits|updateOrderLimits)$/, 'admin'],
  [/^mutation (import|undoImport)Bills$/, any('DEBIT')],
  [/^mutation (import|undoImport)Receivables$/, any('CREDIT')],
  [/^mutation (dismissProductPair|mergeProducts|undoProductMerge)$/, any('PURCHASE')],
  [/^query product(Pairs|Merges|MergePreview)$/, any('PURCHASE', 'ENGINEERING')],
  [
    /^(query|mutation) (orders?|orderTotals|orderHistory|\w+Order(Delivery|Attachment|Goods|Return|Links?|Date)?|classifyOrderLines|purchaseOverview\w*|quotes?|quoteTotals|quoteHistory|\w+Quote(Suppliers?|Link|Attachment)?)$/,
    any('PURCHASE'),
  ],
  [/^mutation (create|update|delete|change|import|undoImport)Products?$/, any('PURCHASE')],
  [/^query product(s|Totals|Counts|ByCode|PriceHistory|Usages|Impact)?$/, any('PURCHASE', 'ENGINEERING')],
  [/^(query|mutation|subscription) (jobs?|cancelJob|jobChanged)$/, any(...PERMISSIONS)],
  [/^(query importReport|mutation answerImport)$/, any('ENGINEERING')],
  [/^query (product|task)CostEstimates$/, any('PURCHASE', 'ENGINEERING')],
  [/^(query|mutation|subscription) \w*[cC]ostEstimate\w*$/, any('ENGINEERING')],
  [/^(query|mutation) (scheduleBaseline(s|Comparison)|(create|delete)ScheduleBaseline)$/, any('ENGINEERING')],
  [/^(query|mutation) (schedule|schedulePreview|monthlySchedule|proposedDaysOff|saveSchedule)$/, any('ENGINEERING')],
  [/^(query|mutation) (\w*[mM]easurement\w*|releaseRetention|undoRetentionRelease)$/, any('ENGINEERING')],
  [/^mutation \w+Task$/, any('ENGINEERING')],
  [
    /^query (tasks?|task(Totals|Usages|History|Reference|Impact|Explosion|Inputs)|resources)$/,
    any('PURCHASE', 'ENGINEERING'),
  ],
  [/^query (compan(y|ies)|buildings?|(company|building)Totals)$/, 'logged in'],
];

export const ruleOf = (key: string): Rule => {
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
 * Expected access of one user to one route or field by §6. `namesCompany`: it is about one company. A user without
 * permissions has access to no company: REST returns the account's data, GraphQL requires a company first.
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

/** Reads that name a background job: to a user without its own permission (here ENGINEERING), it does not exist. */
export const hidesRow = (key: string, asker: Asker): boolean =>
  /^(GET .*\/engineering\/jobs\/:id|query job)$/.test(key) && Array.isArray(asker) && !asker.includes('ENGINEERING');

/**
 * Reads that name a row of one building: for a user with grants on other buildings only, the row does not exist
 * (domain.md §2).
 */
export const isOfBuilding = (key: string): boolean =>
  /^GET .*(\/(debit|credit)\/(:id(\/|$))|\/building\/:id(\/purchase-overview(\/\w+)?)?$|\/buildings\/:id\/(groups|appropriations\/overview|cost-breakdown(\/file)?)$|\/engineering\/estimated-vs-actual$|\/csv\/company\/:companyId\/estimated-vs-actual$|\/cost-estimates?\/:id|\/measurements\/:measurementId|\/order\/:id(\/deliveries\/:deliveryId\/(invoice|attachments\/:attachmentId)|\/(pdf|history))?$|\/quote\/:id(\/attachments\/:attachmentId|\/history)?$|\/transaction-models\/:id(\/draft)?$)/.test(
    key,
  ) ||
  /^query ((transaction|transactionHistory|transactionComments|mentionableUsers) (DEBIT|CREDIT)|transactionModel(Draft)?|building|estimatedVsActual|appropriationsOverview|costBreakdown|costEstimate(Details|Tasks?|Summary|PriceUpdate|Revisions|KeptRevision|RevisionChanges|Abc|Amendments|AmendmentTree|ClientWorkbook(Preview)?)?|(monthlyS|s)chedule(Preview|Baselines|BaselineComparison)?|proposedDaysOff|order(History)?|quote(History)?|purchaseOverview\w*|measurement(Rows|History|Photos|Contracts|Bulletin))$/.test(
    key,
  );
