import type { Days } from '#domain/reports/schedule.ts';
import { askedDays } from '#domain/reports/schedule.ts';
import type { Clock } from '../../clock.ts';
import type { Trx } from '../../db/unitOfWork.ts';
import { ServiceError } from '../../errors.ts';
import { JobRefused, type JobKind, type JobRun } from '../../jobs/kinds.ts';
import { MailRefused, type MailTransport } from '../../mail.ts';
import type { Actor } from '../../db/unitOfWork.ts';
import { rightsOf, rightsOfUsers, type Session } from '../../session.ts';
import type { Catalogue } from '../catalogue.ts';
import type { ReportDescription } from '../description.ts';
import { enqueueFile } from '../files.ts';
import type { Tell } from '../job.ts';
import { letterOf } from './letter.ts';
import { daysAsked, makeReport, type MadeReport } from './making.ts';
import { concludeRun } from './outcome.ts';
import { isOfUser, usersWithLogin } from './recipients.ts';
import { SENDING_JOB, type SendingInput } from './runs.ts';
import type { DeliveryState } from './tables.ts';

/** What the sending of reports needs besides the database. */
export interface Sender {
  catalogue: Catalogue;
  clock: Clock;
  mail: MailTransport;
  publicUrl: string;
  tell: Tell;
}

const USER_NOW = 'Este endereço agora é de um usuário, que tem permissões próprias: escolha o usuário.';
const MAKER_GONE = 'Quem agendou não tem mais acesso a este relatório.';
const INTERRUPTED = 'O envio foi interrompido. O e-mail pode ter chegado, e não é enviado de novo.';

const readSchedule = (trx: Trx, accountId: number, id: number) =>
  trx
    .selectFrom('report_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
type Schedule = NonNullable<Awaited<ReturnType<typeof readSchedule>>>;

const readOpen = (trx: Trx, accountId: number, runId: number) =>
  trx
    .selectFrom('report_schedule_deliveries')
    .select(['id', 'user_id', 'address'])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('state', '=', 'PENDING')
    .orderBy('id')
    .execute();
type Delivery = Awaited<ReturnType<typeof readOpen>>[number];

/** How a delivery ended; PENDING: it is tried again. */
interface End {
  state: DeliveryState;
  message: string | null;
}

/** A mail that may or may not have been taken: the connection was lost after its text had been handed over. */
const mayHaveArrived = (error: Error & { responseCode?: unknown; command?: unknown; code?: unknown }): boolean =>
  error.responseCode === undefined &&
  error.command !== 'CONN' &&
  ['ETIMEDOUT', 'ESOCKET', 'ECONNECTION'].includes(String(error.code));

const endOf = (error: unknown): End => {
  if (error instanceof MailRefused)
    return { state: 'FAILED', message: 'O servidor do destinatário recusou o endereço.' };
  if (error instanceof Error && mayHaveArrived(error)) return { state: 'UNKNOWN', message: INTERRUPTED };
  return { state: 'PENDING', message: 'O servidor de e-mail não aceitou o envio.' };
};

/** One run of a schedule: a mail to each recipient. */
class Sending {
  readonly #job: JobRun;
  readonly #sender: Sender;
  readonly #schedule: Schedule;
  readonly #runId: number;
  #days: Days | null = null;

  constructor(job: JobRun, sender: Sender, schedule: Schedule, runId: number) {
    this.#job = job;
    this.#sender = sender;
    this.#schedule = schedule;
    this.#runId = runId;
  }

  async run(): Promise<void> {
    const { accountId } = this.#job.actor;
    await this.#begin();
    const open = await this.#job.query((trx) => readOpen(trx, accountId, this.#runId));
    for (const [done, delivery] of open.entries()) {
      this.#job.signal.throwIfAborted();
      this.#job.progress([{ name: 'Destinatários', done, total: open.length }]);
      await this.#settle(delivery.id, await this.#deliver(delivery));
    }
    this.#job.progress([{ name: 'Destinatários', done: open.length, total: open.length }]);
  }

  /** Its days are those of its first try; a mail that an earlier process has not told the end of is not sent again. */
  async #begin(): Promise<void> {
    const { accountId } = this.#job.actor;
    const { period, report, time_zone: zone } = this.#schedule;
    const kind = this.#sender.catalogue.periodOf(report);
    const now = period === null ? null : askedDays(kind, period, this.#sender.clock.today(zone));
    this.#days = await this.#job.write(async (trx, work) => {
      await trx
        .updateTable('report_schedule_deliveries')
        .set({ state: 'UNKNOWN', message: INTERRUPTED, at: work.clock.now() })
        .where('account_id', '=', accountId)
        .where('run_id', '=', this.#runId)
        .where('state', '=', 'SENDING')
        .execute();
      const run = await trx
        .selectFrom('report_schedule_runs')
        .select(['from_day', 'to_day'])
        .where('account_id', '=', accountId)
        .where('id', '=', this.#runId)
        .executeTakeFirstOrThrow();
      if (run.from_day !== null && run.to_day !== null) return { from: run.from_day, to: run.to_day };
      await trx
        .updateTable('report_schedule_runs')
        .set({ from_day: now?.from ?? null, to_day: now?.to ?? null })
        .where('account_id', '=', accountId)
        .where('id', '=', this.#runId)
        .execute();
      return now;
    });
  }

  #settle(id: number, { state, message }: End): Promise<void> {
    return this.#job.write(async (trx, work) => {
      await trx
        .updateTable('report_schedule_deliveries')
        .set({ state, message, at: work.clock.now() })
        .where('account_id', '=', this.#job.actor.accountId)
        .where('id', '=', id)
        .execute();
    });
  }

  async #deliver(delivery: Delivery): Promise<End> {
    const made = await this.#job.query((trx) => this.#make(trx, delivery));
    if ('state' in made) return made;
    const { report, reader, maker, description, address } = made;
    if (report.preview.count === 0 && this.#schedule.empty_result === 'SKIP') return { state: 'EMPTY', message: null };
    if (report.preview.count > 0 && report.attachments.length === 0 && !report.tooLarge)
      return { state: 'FAILED', message: report.refused.join(' ').slice(0, 500) };
    if (report.tooLarge && !reader)
      return { state: 'FAILED', message: 'Os arquivos passam de 10 MB, que é o limite de um e-mail.' };
    await this.#handOver(delivery, report, reader);
    try {
      await this.#sender.mail.send({
        ...letterOf({
          ...{ reader, address, maker: maker.name, periodKind: description.period, period: this.#schedule.period },
          ...{ days: this.#days, preview: report.preview, remarks: this.#remarks(report), link: this.#link(report) },
        }),
        ...{ id: delivery.id, kind: 'REPORT', attachments: report.attachments },
      });
    } catch (error) {
      return endOf(error);
    }
    return { state: 'SENT', message: report.tooLarge ? 'Sem anexo: passa de 10 MB.' : null };
  }

  /** Notes that the mail is on its way; files that are too long for it are begun in the name of who reads them. */
  #handOver({ id }: Delivery, { tooLarge }: MadeReport, reader: { userId: number } | null): Promise<void> {
    const { accountId } = this.#job.actor;
    const { formats, report, company_id: companyId } = this.#schedule;
    return this.#job.write(async (trx, work) => {
      await trx
        .updateTable('report_schedule_deliveries')
        .set({ state: 'SENDING', message: null, at: work.clock.now() })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .execute();
      if (!tooLarge || !reader) return;
      const theirs = { ...work, session: { accountId, userId: reader.userId } };
      const title = this.#sender.catalogue.titleOf(report);
      for (const format of formats)
        await enqueueFile(trx, theirs, { companyId, report, format, parameters: this.#parameters(), title });
    });
  }

  #parameters() {
    const { parameters, report } = this.#schedule;
    return { ...parameters, ...daysAsked({ period: this.#sender.catalogue.periodOf(report) }, this.#days) };
  }

  #remarks({ refused, tooLarge }: MadeReport): string[] {
    const large = 'Os arquivos passam de 10 MB e não cabem em um e-mail: ficam prontos em Relatórios, Arquivos.';
    return [...refused, ...(tooLarge ? [large] : [])];
  }

  #link({ tooLarge }: MadeReport): string {
    const { report, company_id: company } = this.#schedule;
    const { buildingId, walletId, ...rest } = this.#parameters();
    const query = new URLSearchParams({ report, company: String(company) });
    if (tooLarge) query.set('tab', 'files');
    const named = { ...rest, building: buildingId ?? 'all', wallet: walletId };
    for (const [key, value] of Object.entries(named)) if (value !== undefined) query.set(key, String(value));
    return `${this.#sender.publicUrl}/reports?${query}`;
  }

  /** The report as this recipient may see it now, or why they get none. */
  async #make(trx: Trx, delivery: Delivery) {
    const { accountId } = this.#job.actor;
    const { company_id: companyId, report, formats } = this.#schedule;
    const maker = await rightsOf(trx, this.#job.actor, companyId);
    const refused = (message: string): End => ({ state: 'REFUSED', message });
    if (!maker) return refused(MAKER_GONE);
    let description: ReportDescription;
    try {
      description = this.#sender.catalogue.find(report, maker, companyId);
    } catch (error) {
      if (error instanceof ServiceError) return refused(MAKER_GONE);
      throw error;
    }
    if (delivery.user_id === null && !maker.admin) return refused('Quem agendou não é mais administrador.');
    if (delivery.address !== null && (await isOfUser(trx, accountId, delivery.address))) return refused(USER_NOW);
    const reader = delivery.user_id === null ? null : await this.#readerOf(trx, accountId, delivery.user_id, companyId);
    if (reader === undefined) return { state: 'NO_ACCESS', message: 'Sem acesso.' } satisfies End;
    const session = reader?.session ?? maker;
    try {
      this.#sender.catalogue.find(report, session, companyId);
      const wanted = { session, companyId, description, parameters: this.#parameters(), formats };
      const made = await makeReport(trx, this.#sender.clock, wanted);
      const address = reader?.login ?? delivery.address ?? '';
      return { report: made, maker, description, address, reader: reader && { ...reader.session, address } };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      const isHidden = error.status === 403 || error.status === 404;
      return { state: isHidden ? 'NO_ACCESS' : 'FAILED', message: error.message } satisfies End;
    }
  }

  async #readerOf(trx: Trx, accountId: number, userId: number, companyId: number) {
    const login = (await usersWithLogin(trx, accountId)).get(userId);
    const [session]: (Session | undefined)[] = await rightsOfUsers(trx, accountId, companyId, [userId]);
    return login !== undefined && session ? { login, session } : undefined;
  }
}

/** Sends a scheduled report: each mail is made with the rights of its reader at that moment, and sent at most once. */
export const sendingJob = (sender: Sender): JobKind => ({
  ...SENDING_JOB,
  run: async (job) => {
    const { scheduleId, runId } = job.input as SendingInput;
    const schedule = await job.query((trx) => readSchedule(trx, job.actor.accountId, scheduleId));
    if (!schedule) throw new JobRefused('Este envio não existe mais.');
    await new Sending(job, sender, schedule, runId).run();
    const title = sender.catalogue.titleOf(schedule.report);
    return job.finish(async (trx, work) => {
      await concludeRun(trx, work, { scheduleId, runId }, { title, tell: sender.tell });
      return { message: `${title}: o envio terminou.` };
    });
  },
  settled: async (trx, work, { actor, input }, settlement) => {
    if (settlement.state !== 'FAILED') return;
    const { scheduleId, runId } = input as SendingInput;
    const schedule = await readSchedule(trx, (actor as Actor).accountId, scheduleId);
    if (!schedule) return;
    const title = sender.catalogue.titleOf(schedule.report);
    await concludeRun(trx, work, { scheduleId, runId }, { title, tell: sender.tell, failure: settlement.message });
  },
});
