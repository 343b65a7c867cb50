import { openOffice } from '#tests/financial/officeKit.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { startServices } from '#tests/support/services.ts';

/** [date, amount, memo, FITID] of a line. */
export type Written = readonly [date: string, amount: string, memo: string, fitId: string];

const lineText = ([date, amount, memo, fitId]: Written): string =>
  `<STMTTRN>\n<TRNTYPE>OTHER\n<DTPOSTED>${date.replaceAll('-', '')}\n<TRNAMT>${amount}\n<FITID>${fitId}\n<MEMO>${memo}\n</STMTTRN>`;

export interface WrittenAccount {
  bank?: string;
  branch?: string;
  number?: string;
  ledger?: readonly [date: string, amount: string];
  lines: readonly Written[];
}

const accountText = ({ bank = '0341', branch = '0441', number = '33810-2', ledger, lines }: WrittenAccount): string =>
  [
    '<STMTTRNRS>\n<STMTRS>\n<CURDEF>BRL\n<BANKACCTFROM>',
    `<BANKID>${bank}\n<BRANCHID>${branch}\n<ACCTID>${number}\n<ACCTTYPE>CHECKING\n</BANKACCTFROM>\n<BANKTRANLIST>`,
    ...lines.map(lineText),
    '</BANKTRANLIST>',
    ...(ledger ? [`<LEDGERBAL>\n<BALAMT>${ledger[1]}\n<DTASOF>${ledger[0].replaceAll('-', '')}\n</LEDGERBAL>`] : []),
    '</STMTRS>\n</STMTTRNRS>',
  ].join('\n');

/** A statement as a bank writes it, in windows-1252. */
export const ofx = (...accounts: readonly WrittenAccount[]): Buffer =>
  Buffer.from(
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX>\n<BANKMSGSRSV1>\n${accounts.map(accountText).join('\n')}\n</BANKMSGSRSV1>\n</OFX>\n`,
    'latin1',
  );

/** An office with two wallets, and the calls of statements. */
export const startStatements = async () => {
  const services = await startServices();
  const { api, seed } = services;
  const office = await openOffice(seed);
  const token = office.admin;
  const wallet = (identifier: string) =>
    seed.insert('wallets', {
      ...{ account_id: office.accountId, company_id: office.companyId, identifier },
      ...{ initial_balance: '0', balance_date: '2026-01-01' },
    });
  const [itau, caixa] = [await wallet('Itaú'), await wallet('Caixa')];
  const base = `/api/v1/financial/company/${office.companyId}/bank-statements`;
  const at = (id: number, rest = '') => `${base}/files/${id}${rest}`;
  const upload = (content: Buffer, file = 'extrato.ofx', as = token) =>
    api.post(`${base}/files`, { token: as, ...partsOf([{ name: 'file', content, file }]) });
  const route = (id: number, position: number, walletId: number | null, body: object = {}, as = token) =>
    api.put(at(id, `/accounts/${position}`), { token: as, body: { wallet: walletId && { id: walletId }, ...body } });
  const bring = (id: number, body: object = {}, as = token, headers = {}) =>
    api.post(at(id, '/import'), { token: as, body, headers });
  const undo = (id: number, body: object = {}, as = token) => api.post(at(id, '/undo'), { token: as, body });
  const read = async (id: number) => done(await api.get(at(id), { token }));
  const fileLines = async (id: number, query: Record<string, string> = {}) =>
    done(await api.get(at(id, '/lines'), { token, query }));
  const lines = async (query: Record<string, string> = {}) => done(await api.get(`${base}/lines`, { token, query }));
  const totals = async (query: Record<string, string> = {}) =>
    done(await api.get(`${base}/lines/totals`, { token, query }));
  /** Uploads a statement of one account, routes it to a wallet and imports it. */
  const imported = async (content: Buffer, file = 'extrato.ofx', walletId = itau): Promise<number> => {
    const { id } = done(await upload(content, file));
    done(await route(id, 1, walletId));
    done(await bring(id));
    return id;
  };
  return {
    ...{ services, api, seed, office, token, wallet, itau, caixa, base, at },
    ...{ upload, route, bring, undo, read, fileLines, lines, totals, imported },
  };
};
export type StatementDesk = Awaited<ReturnType<typeof startStatements>>;

/** "2026-11-05 -1.95 TAR PIX" of each line. */
export const told = (lines: { date: string | null; amount: string | null; memo: string }[]): string[] =>
  lines.map(({ date, amount, memo }) => `${date ?? '–'} ${amount ?? '–'} ${memo}`);
