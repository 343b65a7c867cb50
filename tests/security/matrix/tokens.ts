import type { Permission } from '#domain/permissions.ts';
import { ruleOf, type Verdict } from './oracle.ts';

/** What a token of programs was made for. */
export interface Scope {
  access: 'READ' | 'READ_WRITE';
  areas: readonly ('FINANCIAL' | 'PURCHASE' | 'ENGINEERING')[];
}

const OPENED = {
  FINANCIAL: ['DEBIT', 'CREDIT'],
  PURCHASE: ['PURCHASE'],
  ENGINEERING: ['ENGINEERING'],
} as const satisfies Record<Scope['areas'][number], readonly Permission[]>;

export const heldBy = ({ areas }: Scope): Permission[] => areas.flatMap((area) => OPENED[area]);

/** Of what needs no permission, a program reads where it is (session, companies, buildings, stages) and Brazil's addresses. */
const OPEN_READS =
  /^GET \/api\/v1\/(security\/session|location\/.*|csv\/company\/:companyId\/buildings|financial\/account\/:accountId\/(company|building)(-totals)?(\/.*)?|financial\/company\/:companyId\/(building(-totals)?(\/.*)?|partner-(balances|totals))|engineering\/companies\/:companyId\/(buildings\/:id\/)?groups)$|^query (session|address|cities|compan(y|ies)|companyTotals|buildings?|buildingTotals)$/;

/** They are sent by POST because of the size of what they ask, and change nothing. */
const READS_BY_POST =
  /^POST .*\/(product-merges\/preview|price-update\/preview|client-workbook\/preview|schedule\/preview|order\/check|payment-codes\/read|cost-estimate\/:id\/export)$/;

const isReading = (key: string): boolean => /^(GET|query) /.test(key) || READS_BY_POST.test(key);

/** Mutations that log in by the client's own header, whatever token came along. */
const OF_NO_SESSION = new Set(['mutation login', 'mutation confirmSecondFactor', 'mutation loginWithPasskey']);

/** Decision 83, written by hand: what a token may, whose maker is an administrator. */
export const expectedOfToken = (key: string, scope: Scope): Verdict => {
  if (!isReading(key) && scope.access === 'READ') return 'refuses';
  if (OF_NO_SESSION.has(key)) return 'lets in';
  // Who approves an order answers for it.
  if (/ .*\/order\/:id\/approval$| decideOrder$/.test(key)) return 'refuses';
  // Reports, views of lists and the assistant are a person's; programs read the lists that they show.
  if (/\/api\/v1\/(reports|lists|assistant)\/| report\w+$| (askAssistant|tellPresence)$/.test(key)) return 'refuses';
  const rule = ruleOf(key);
  if (typeof rule === 'function') return rule(heldBy(scope)) ? 'lets in' : 'refuses';
  return rule === 'logged in' && OPEN_READS.test(key) ? 'lets in' : 'refuses';
};
