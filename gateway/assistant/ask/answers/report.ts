import type { FileFormat, GroupBy } from '#domain/assistant/reading.ts';
import { counted } from '#domain/numberFormat.ts';
import { hasCode } from '../../../rest/errors.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { answer, part, say, strong } from '../words.ts';

interface Entry {
  report: string;
  title: string;
  period: 'NONE' | 'DAYS' | 'MONTHS' | 'UNTIL';
  ahead: boolean;
  building: 'NONE' | 'OPTIONAL' | 'REQUIRED';
  wallet: boolean;
  groupings: { grouping: string; title: string }[];
}
interface Preview {
  title: string;
  about: string[];
  columns: { title: string; kind: string }[];
  lines: { kind: string; cells: string[] }[];
  count: number;
  printable: boolean;
}

const CATALOGUE = `query AssistantReports($companyId: ID!) {
  reportCatalogue(companyId: $companyId) { report title period ahead building wallet groupings { grouping title } }
}`;
const PREVIEW = `query AssistantReport($companyId: ID!, $report: String!, $parameters: ReportParametersInput!) {
  reportPreview(companyId: $companyId, report: $report, parameters: $parameters) {
    title about columns { title kind } lines { kind cells } count printable
  }
}`;
const MAKE = `mutation AssistantReportFile(
  $companyId: ID!, $report: String!, $format: ReportFormat!, $parameters: ReportParametersInput!
) {
  makeReportFile(companyId: $companyId, report: $report, format: $format, parameters: $parameters) { file { id } }
}`;

/** What the reports call each grouping of the grammar. */
const GROUPINGS: Readonly<Record<GroupBy, readonly string[]>> = {
  partner: ['PARTNER', 'SUPPLIER'],
  category: ['CATEGORY'],
  building: ['BUILDING'],
  month: ['MONTH'],
  stage: ['STAGE'],
};
const FORMATS: Readonly<Record<FileFormat, string>> = { PDF: 'PDF', XLSX: 'Excel', CSV: 'CSV' };

const groupingOf = ({ slots }: Request, { groupings }: Entry): string | undefined =>
  groupings.find(({ grouping }) => slots.by !== undefined && GROUPINGS[slots.by].includes(grouping))?.grouping;

/** What the report cannot be narrowed by, in words; nothing is left out in silence. */
const lacks = (request: Request, entry: Entry): string | null => {
  const { slots, names } = request;
  const periods = slots.periods ?? [];
  if (periods.length > 1) return 'mostra um período de cada vez';
  if (periods.length > 0 && entry.period === 'NONE') return 'é o de hoje, sem período';
  if (names.building && entry.building === 'NONE') return 'não é de uma obra só';
  if (names.wallet && !entry.wallet) return 'não é de uma carteira só';
  if (slots.by !== undefined && groupingOf(request, entry) === undefined) return 'não se agrupa assim';
  return null;
};

/** What it must be told before it has rows. */
const asksFor = ({ names }: Request, { building, wallet }: Entry): string | null => {
  if (wallet && !names.wallet) return 'carteira';
  return building === 'REQUIRED' && !names.building ? 'obra' : null;
};

const parametersOf = (request: Request, entry: Entry) => {
  const { names, slots } = request;
  const [period] = slots.periods ?? [];
  const days = period && (entry.ahead ? period.future : period.past);
  const grouping = groupingOf(request, entry);
  return {
    ...(days && (entry.period === 'UNTIL' ? { to: days.to } : { from: days.from, to: days.to })),
    ...(names.building && { buildingId: names.building.id }),
    ...(names.wallet && { walletId: names.wallet.id }),
    ...(grouping !== undefined && { grouping }),
  };
};
type Parameters = ReturnType<typeof parametersOf>;

const reportAt = (report: string, parameters: Parameters): string => {
  const { from, to, buildingId, walletId, grouping } = { from: undefined, to: undefined, ...parameters };
  const keys = { report, from, to, building: buildingId ?? 'all', wallet: walletId, grouping };
  const given = Object.entries(keys).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/reports?${new URLSearchParams(given).toString()}`;
};

/** Sums of the whole report, by the titles of their columns. */
const totalsOf = ({ columns, lines }: Preview) => {
  const total = lines.find(({ kind }) => kind === 'TOTAL');
  return columns.flatMap(({ title, kind }, index) => {
    const value = total?.cells[index];
    return kind === 'MONEY' && value ? [part(title, value)] : [];
  });
};

const show = async (entry: Entry, parameters: Parameters, { query, companyId }: Asking) => {
  const { reportPreview } = await query<{ reportPreview: Preview }>(PREVIEW, {
    ...{ companyId, report: entry.report, parameters },
  });
  const { about, count } = reportPreview;
  return answer(
    'report',
    count === 0
      ? say`${strong(entry.title)} não tem linhas nesse período.`
      : say`${strong(entry.title)}: ${strong(counted(count, 'linha'))}.`,
    {
      parts: totalsOf(reportPreview),
      links: [{ label: 'Abrir o relatório', to: reportAt(entry.report, parameters) }],
      scope: about.join(', ').slice(0, 300) || null,
      choices: count === 0 ? [] : Object.values(FORMATS).map((name) => ({ label: `Em ${name}`, text: `em ${name}` })),
    },
  );
};

const make = async (entry: Entry, parameters: Parameters, { query, companyId }: Asking, format: FileFormat) => {
  const link = { label: 'Abrir o relatório', to: reportAt(entry.report, parameters) };
  try {
    await query(MAKE, { companyId, report: entry.report, format, parameters });
  } catch (error) {
    // Two files of the same user are under way.
    if (!hasCode(error, 'CONFLICT') || !(error instanceof Error)) throw error;
    return answer('report', say`${error.message}`, { links: [link] });
  }
  return answer(
    'report',
    say`Estou preparando ${strong(entry.title)} em ${FORMATS[format]}. Aviso quando estiver pronto; o arquivo é só seu e fica guardado por 7 dias.`,
    { links: [{ label: 'Abrir Arquivos', to: '/reports?tab=files' }, link] },
  );
};

/** Shows the totals of a report, or has its file made: what the asker may read, and nothing is changed. */
export const report: Answer = async (request, asking) => {
  const { reportCatalogue } = await asking.query<{ reportCatalogue: Entry[] }>(CATALOGUE, {
    companyId: asking.companyId,
  });
  const entry = reportCatalogue.find((one) => one.report === request.topic);
  if (!entry) return answer('report', say`Você não tem acesso a este relatório.`);
  const parameters = parametersOf(request, entry);
  const links = [{ label: 'Abrir o relatório', to: reportAt(entry.report, parameters) }];
  const lacking = lacks(request, entry);
  if (lacking !== null) return answer('report', say`${strong(entry.title)} ${lacking}.`, { links });
  const asked = asksFor(request, entry);
  if (asked !== null) return answer('report', say`${strong(entry.title)} é de uma ${asked}. Qual?`, { links });
  return request.slots.format === undefined
    ? show(entry, parameters, asking)
    : make(entry, parameters, asking, request.slots.format);
};
