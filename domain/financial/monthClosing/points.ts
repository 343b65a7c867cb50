/** What a month may still lack when it is closed. None of them keeps it from being closed. */
export const POINTS = [
  'UNRECONCILED_LINES',
  'PENDING_SUGGESTIONS',
  'WALLETS_WITHOUT_STATEMENT',
  'DRIFT',
  'UNCLASSIFIED',
  'WITHOUT_BUILDING',
  'WITHOUT_NUMBER',
  'WITHOUT_ATTACHMENT',
  'WITHOUT_PARTNER',
  'OVERDUE',
] as const;
export type Point = (typeof POINTS)[number];

/** Rows of a point, and what they are worth together; null where they have no value. */
export interface PointFigures {
  point: Point;
  count: number;
  sum: string | null;
}

/** Lines that a suggestion answers are counted among those to reconcile already. */
export const COUNTED_POINTS: readonly Point[] = POINTS.filter((point) => point !== 'PENDING_SUGGESTIONS');

/** Number of open points of a month, which who closes it confirms. */
export const openCountOf = (points: readonly Pick<PointFigures, 'point' | 'count'>[]): number =>
  points.reduce((sum, { point, count }) => (COUNTED_POINTS.includes(point) ? sum + count : sum), 0);

const WORDS: Record<Point, readonly [one: string, many: string]> = {
  UNRECONCILED_LINES: ['linha de extrato a conciliar', 'linhas de extrato a conciliar'],
  PENDING_SUGGESTIONS: ['sugestão de conciliação a aceitar', 'sugestões de conciliação a aceitar'],
  WALLETS_WITHOUT_STATEMENT: ['carteira sem extrato no mês', 'carteiras sem extrato no mês'],
  DRIFT: ['carteira com diferença não explicada', 'carteiras com diferença não explicada'],
  UNCLASSIFIED: ['documento não classificado', 'documentos não classificados'],
  WITHOUT_BUILDING: ['documento sem obra', 'documentos sem obra'],
  WITHOUT_NUMBER: ['documento sem número', 'documentos sem número'],
  WITHOUT_ATTACHMENT: ['documento sem anexo', 'documentos sem anexo'],
  WITHOUT_PARTNER: ['despesa sem fornecedor', 'despesas sem fornecedor'],
  OVERDUE: ['parcela vencida', 'parcelas vencidas'],
};

/** "3 documentos sem obra". */
export const pointText = (point: Point, count: number): string => `${count} ${WORDS[point][count === 1 ? 0 : 1]}`;
