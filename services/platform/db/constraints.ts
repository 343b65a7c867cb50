import { ServiceError, storageFull, unavailable, type FieldError } from '../errors.ts';

/** Portuguese error of a violated database constraint. */
export interface ConstraintText {
  message: string;
  /** Form field to mark. */
  field?: string;
  /** 409 for duplicates and rows in use, 422 for rules; by default from the constraint's kind. */
  status?: 409 | 422;
}

/** A text that tells what a trigger of ours has put into the detail of its error. */
export type DetailedText = (detail: string) => ConstraintText;

/** Texts by constraint name. Features add theirs when they register. */
export class ConstraintTexts {
  readonly #texts = new Map<string, ConstraintText | DetailedText>();

  describe(texts: Record<string, ConstraintText | DetailedText>): void {
    for (const [name, text] of Object.entries(texts)) this.#texts.set(name, text);
  }

  find(name: string | undefined, detail = ''): ConstraintText | undefined {
    const text = name === undefined ? undefined : this.#texts.get(name);
    return typeof text === 'function' ? text(detail) : text;
  }
}

/** Fields of a PostgreSQL error that are read here; its message is never sent to a client. */
interface PostgresError {
  code: string;
  constraint?: string;
  detail?: string;
  /** Function of PostgreSQL that raised it. */
  routine?: string;
}

const isPostgresError = (error: unknown): error is PostgresError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);

const refusal = (status: 409 | 422, message: string, fields: FieldError[] = []) =>
  new ServiceError(status, status === 409 ? 'CONFLICT' : 'RULE_BROKEN', message, fields);

const BUSY = 'Este registro está em uso por outra operação. Tente novamente em instantes.';

/** Errors by SQLSTATE, for constraints without their own text. */
const byState: Record<string, () => ServiceError> = {
  '23502': () => refusal(422, 'Falta um dado obrigatório.'),
  '23505': () => refusal(409, 'Já existe um registro com estes dados.'),
  '23514': () => refusal(422, 'Os dados informados não são aceitos por este cadastro.'),
  '23P01': () => refusal(409, 'Já existe um registro com estes dados.'),
  '22001': () => refusal(422, 'Um dos textos é longo demais.'),
  '22003': () => refusal(422, 'Um dos valores é grande demais.'),
  '22008': () => refusal(422, 'Uma das datas está fora do intervalo aceito.'),
  '22021': () => new ServiceError(400, 'MALFORMED', 'Um dos textos contém caracteres inválidos.'),
  '22P05': () => new ServiceError(400, 'MALFORMED', 'Um dos textos contém caracteres inválidos.'),
  '40001': () => refusal(409, 'Outra operação alterou os mesmos dados. Tente novamente.'),
  '40P01': () => refusal(409, 'Outra operação alterou os mesmos dados. Tente novamente.'),
  '53100': storageFull,
  '55P03': () => new ServiceError(423, 'LOCKED', BUSY),
  '57014': () => unavailable('A consulta demorou demais. Reduza o período ou os filtros.'),
};

const foreignKeyRefusal = (error: PostgresError): ServiceError =>
  error.detail?.includes('still referenced')
    ? refusal(409, 'Este registro está em uso e não pode ser excluído.')
    : refusal(422, 'Um dos registros indicados não existe.');

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT']);

const isConnectionLoss = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && NETWORK_CODES.has(error.code)) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/.test(
      error.message,
    ));

/** Converts an error of PostgreSQL or of its connection to a ServiceError; returns undefined for any other error. */
export const refusalOfDatabase = (error: unknown, texts: ConstraintTexts): ServiceError | undefined => {
  if (isConnectionLoss(error)) return unavailable();
  if (!isPostgresError(error)) return undefined;
  const text = texts.find(error.constraint, error.detail);
  if (text) {
    const status = text.status ?? (['23505', '23P01'].includes(error.code) ? 409 : 422);
    return refusal(status, text.message, text.field ? [{ path: text.field, message: text.message }] : []);
  }
  if (error.code === '23503') return foreignKeyRefusal(error);
  const known = byState[error.code];
  if (known) return known();
  return /^(08|53|57P)/.test(error.code) ? unavailable() : undefined;
};

/**
 * Returns true when the connection was lost: the statement in progress may have taken effect, and the next one may fail
 * too.
 */
export const leavesOpen = (error: unknown): boolean =>
  isConnectionLoss(error) || (isPostgresError(error) && /^(08|57P)/.test(error.code));

/** A named statement whose columns a migration has changed, or that the connection does not have (any more). */
export const isStaleStatement = (error: unknown): boolean =>
  isPostgresError(error) && (error.code === '26000' || error.routine === 'RevalidateCachedQuery');

/** Returns true when a second run of the SQL transaction may succeed: serialization failure, deadlock, or a stale statement. */
export const isWorthRetrying = (error: unknown): boolean =>
  isPostgresError(error) && (error.code === '40001' || error.code === '40P01' || isStaleStatement(error));
