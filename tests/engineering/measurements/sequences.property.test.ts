import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Reply } from '#tests/support/services.ts';
import { act, ANSWERS, LAST, RELEASED, type Act } from './acts.ts';
import { exact, money, NaiveSide, type Bill, type Exact, type Measured } from './naive.ts';
import { startMeasurements, type Site } from './site.ts';

let site: Site;
let wallet: number;
beforeAll(async () => {
  site = await startMeasurements();
  const { seed, office } = site;
  wallet = await seed.insert('wallets', {
    ...{ account_id: office.accountId, company_id: office.companyId },
    ...{ identifier: 'Caixa', balance_date: '2026-01-01' },
  });
});
afterAll(() => site.services.stop());

type Listed = Record<string, unknown> & { transaction: { id: number } | null };
type Estimate = Awaited<ReturnType<Site['makeEstimate']>>;

const DOCUMENTS = { CUSTOMER: 'credit', CONTRACTOR: 'debit' } as const;
type Kind = keyof typeof DOCUMENTS;

/** "close 422" of every answer that the model has foretold. */
const answered = new Set<string>();
const foretold = (kind: Act['kind'], { status }: Reply, expected: number): boolean => {
  expect(`${kind} ${status}`).toBe(`${kind} ${expected}`);
  answered.add(`${kind} ${status}`);
  return status === 200;
};

/** One run: what is called, and what the model says of it. */
class Run {
  approved = true;
  amended = false;
  repriced = false;
  #month = 0;

  constructor(
    readonly estimate: Estimate,
    readonly kind: Kind,
    readonly side: NaiveSide,
  ) {}

  static async start(kind: Kind): Promise<Run> {
    const estimate = await site.makeEstimate();
    const { pile, block, brick } = estimate;
    const customer: [number, string, string][] = [
      [pile, '10', '110'],
      [block, '3', '36.67'],
      [brick, '40', '27.64'],
    ];
    const contractor: [number, string, string][] = [
      [pile, '7.3333', '51.2345'],
      [brick, '0.0001', '99.995'],
    ];
    const own = kind === 'CUSTOMER' ? customer : contractor;
    const lines = own.map(([id, quantity, unitPrice]) => ({ id, quantity, unitPrice }));
    const side = {
      kind,
      retentionPercentage: '5',
      ...(kind === 'CONTRACTOR' && { partner: { id: site.supplier }, lines }),
    };
    const { id } = site.done(await site.contract(estimate.id, side));
    const terms = own.map(
      ([line, quantity, price]) => [line, { quantity: exact(quantity), price: exact(price) }] as const,
    );
    return new Run(estimate, kind, new NaiveSide(id, new Map(terms)));
  }

  get #contract(): string {
    return `${site.engineering}/measurement-contracts/${this.side.id}`;
  }

  #document({ id }: Bill): string {
    return `/api/v1/financial/company/${site.office.companyId}/${DOCUMENTS[this.kind]}/${id}`;
  }

  /** The document that a call has made, whose value is what the model expects. */
  async #billOf(id: number, value: Exact): Promise<Bill> {
    const bill = { id, value: money(value), paid: false };
    expect(site.done(await this.#get(this.#document(bill)))).toMatchObject({ grossValue: bill.value, forecast: true });
    return bill;
  }

  #get(url: string): Promise<Reply> {
    return site.api.get(url, { token: site.token });
  }

  async do(one: Act): Promise<void> {
    const done: Record<Act['kind'], () => Promise<unknown>> = {
      type: () => this.#type(one, this.#quantity(one)),
      finish: () => this.#type({ ...one, reason: 'Fim', confirmed: true }, undefined),
      begin: () => this.begin(),
      close: () => this.close(one),
      reopen: () => this.#reopen(one),
      review: () => this.#review(one),
      release: () => this.#release(one),
      undo: () => this.#undo(one),
      pay: () => this.#pay(one),
      retain: () => this.#retain(one),
      approve: () => this.#approve(one.pick % 2 === 0),
      price: () => this.#price(one),
      amend: () => this.#amend(one),
      remove: () => this.#remove(),
    };
    await done[one.kind]();
  }

  #lineAt({ pick }: Act): number {
    const lines = [...this.side.terms.keys()];
    return lines[pick % lines.length] ?? 0;
  }

  #quantity(one: Act): Exact {
    const quantity = this.side.terms.get(this.#lineAt(one))?.quantity ?? exact(0);
    return quantity.times(one.amount).div(1_000).toDecimalPlaces(4);
  }

  /** Types a quantity in one line, or the contracted one in all of them. */
  async #type(one: Act, quantity: Exact | undefined): Promise<void> {
    const { latest } = this.side;
    if (!latest) return;
    const index = this.side.measurements.length - 1;
    const lines = quantity ? [this.#lineAt(one)] : [...this.side.terms.keys()];
    const changes = lines.map((id) => {
      const now = latest.typed.get(id)?.version ?? 0;
      const version = one.version === 'none' ? undefined : one.version === 'fresh' ? now : now + 1;
      const accumulated = (quantity ?? this.side.terms.get(id)?.quantity ?? exact(0)).toFixed();
      return { id, accumulated, version, reason: one.reason, excessConfirmed: one.confirmed };
    });
    const reply = await site.lines(latest.id, changes);
    if (!foretold('type', reply, this.side.typing(this.approved))) return;
    const conflicts: number[] = [];
    for (const { id, accumulated } of changes) {
      const before = latest.typed.get(id);
      const wanted = {
        accumulated: exact(accumulated),
        confirmed: one.confirmed ?? before?.confirmed ?? false,
        reason: one.reason === undefined ? (before?.reason ?? null) : one.reason.trim() || null,
      };
      const same =
        this.side.accumulated(id, index).eq(accumulated) &&
        wanted.confirmed === (before?.confirmed ?? false) &&
        wanted.reason === (before?.reason ?? null);
      if (same) continue;
      if (one.version === 'stale') conflicts.push(id);
      else latest.typed.set(id, { ...wanted, version: (before?.version ?? 0) + 1 });
    }
    const ids = (list: { id: number }[]) => list.map(({ id }) => id);
    expect(ids(reply.body.data.conflicts)).toEqual(conflicts);
    expect(ids(reply.body.data.saved)).toEqual(lines.filter((id) => !conflicts.includes(id)));
  }

  async begin(): Promise<void> {
    this.#month += 1;
    const periodEnd = new Date(Date.UTC(2020, this.#month, 0)).toISOString().slice(0, 10);
    const reply = await site.begin(this.side.id, { periodEnd });
    if (!foretold('begin', reply, this.side.beginning(this.approved))) return;
    this.side.measurements.push({
      ...{ id: reply.body.data.id, closed: false, review: false, frozen: null, retention: exact(0), bill: null },
      typed: new Map(),
    });
  }

  async close({ version }: Pick<Act, 'version'>): Promise<void> {
    const { side } = this;
    const { latest } = side;
    if (!latest) return;
    const reply = await site.turn(latest.id, 'CLOSED', version === 'stale' ? { version: 99_999 } : {});
    const wanted = version === 'stale' ? 409 : side.closing(this.approved);
    const wasClosed = latest.closed;
    if (!foretold('close', reply, wasClosed ? 200 : wanted) || wasClosed) return;
    const index = side.measurements.length - 1;
    const shown = side.shown(index);
    const retention = side.kept(index);
    const net = shown.until.minus(shown.before).minus(retention);
    const { transaction } = reply.body.data;
    expect(transaction === null).toBe(net.isZero());
    const bill = transaction === null ? null : await this.#billOf(transaction.id, net);
    Object.assign(latest, { closed: true, review: false, frozen: shown, retention, bill } satisfies Partial<Measured>);
  }

  async #reopen({ pick }: Act): Promise<void> {
    const measured = this.side.measurements[pick % Math.max(this.side.measurements.length, 1)];
    if (!measured?.closed) return;
    const reply = await site.turn(measured.id, 'OPEN');
    if (!foretold('reopen', reply, this.side.reopening(measured))) return;
    const opened = { closed: false, review: false, frozen: null, retention: exact(0), bill: null };
    Object.assign(measured, opened satisfies Partial<Measured>);
  }

  async #review({ pick }: Act): Promise<void> {
    const { latest } = this.side;
    if (!latest) return;
    const asked = pick % 3 > 0;
    if (!asked && latest.closed) return;
    const reply = await site.turn(latest.id, asked ? 'REVIEW' : 'OPEN');
    if (foretold('review', reply, latest.closed ? 409 : 200)) latest.review = asked;
  }

  async #release({ amount }: Act): Promise<void> {
    const { retained } = this.side;
    const value = amount % 2 === 0 ? undefined : exact(amount).div(10);
    const body = { dueDate: '2026-12-01', ...(value && { value: money(value) }) };
    const reply = await site.api.post(`${this.#contract}/releases`, { token: site.token, body });
    const released = value ?? retained;
    if (!foretold('release', reply, released.gt(0) && released.lte(retained) ? 200 : 422)) return;
    const { id, transaction } = reply.body.data.releases.at(-1);
    this.side.releases.push({ id, value: released, bill: await this.#billOf(transaction.id, released) });
  }

  async #undo({ pick }: Act): Promise<void> {
    const at = pick % (this.side.releases.length + 1);
    const release = this.side.releases[at];
    const reply = await site.api.delete(`${this.#contract}/releases/${release?.id ?? 999_999}`, { token: site.token });
    const expected = release ? (release.bill.paid ? 422 : 200) : 404;
    if (foretold('undo', reply, expected)) this.side.releases.splice(at, 1);
  }

  /** Pays a document, or takes its payment back. */
  async #pay({ pick }: Act): Promise<void> {
    const bills = [...this.side.measurements, ...this.side.releases].flatMap(({ bill }) => bill ?? []);
    const bill = bills[pick % Math.max(bills.length, 1)];
    if (!bill) return;
    const [installment] = site.done(await this.#get(this.#document(bill))).transactionRecordList;
    const url = `${this.#document(bill)}/installment/${installment.id}/payment`;
    const body = { paymentDate: '2026-06-10', bank: { id: wallet }, paymentMethod: 'PIX' };
    const { token } = site;
    site.done(await (bill.paid ? site.api.delete(url, { token }) : site.api.post(url, { token, body })));
    bill.paid = !bill.paid;
  }

  async #retain({ amount }: Act): Promise<void> {
    const retentionPercentage = exact(amount).div(100).toFixed(2);
    site.done(await site.api.put(this.#contract, { token: site.token, body: { retentionPercentage } }));
    this.side.percentage = exact(retentionPercentage);
  }

  async #approve(approved: boolean): Promise<void> {
    const reply = await site.approve(this.estimate.id, approved);
    const refused = this.amended && approved !== this.approved;
    if (foretold('approve', reply, refused ? 422 : 200)) this.approved = approved;
  }

  /** A new price of a line: of the estimate while it is not approved, of a contractor at any time. */
  async #price(one: Act): Promise<void> {
    const id = this.#lineAt(one);
    const terms = this.side.terms.get(id);
    if (!terms) return;
    const price = exact(one.amount + 1).div(8);
    if (this.kind === 'CONTRACTOR') {
      terms.price = price.toDecimalPlaces(4);
      const lines = [...this.side.terms].map(([line, { quantity, price: unitPrice }]) => ({
        ...{ id: line, quantity: quantity.toFixed(), unitPrice: unitPrice.toFixed() },
      }));
      site.done(await site.api.put(this.#contract, { token: site.token, body: { lines } }));
      this.repriced = true;
      return;
    }
    await this.#approve(false);
    if (this.approved) return;
    await site.put(this.estimate.id, [{ id, unitPrice: price.toFixed(4) }]);
    await this.#approve(true);
    // BDI of 10 %, two places half-even.
    terms.price = exact(price.toFixed(4)).times('1.1').toDecimalPlaces(2);
    this.repriced = true;
  }

  async #amend(one: Act): Promise<void> {
    if (one.pick % 2 > 0) return;
    const [id, quantity] = [this.#lineAt(one), exact(one.amount + 1).div(1_000)];
    const at = `/api/v1/engineering/company/${site.office.companyId}/cost-estimate/${this.estimate.id}/amendments`;
    const lines = [{ id, quantity: quantity.toFixed() }];
    const body = { date: '2026-05-10', reason: 'Acréscimo', lines };
    const reply = await site.api.post(at, { token: site.token, body });
    if (!foretold('amend', reply, this.approved ? 200 : 422)) return;
    const status = `${at}/${reply.body.data.amendment.id}/status`;
    site.done(await site.api.post(status, { token: site.token, body: { status: 'APPROVED' } }));
    this.amended = true;
    const terms = this.side.terms.get(id);
    if (terms && this.kind === 'CUSTOMER') terms.quantity = terms.quantity.plus(quantity);
  }

  async #remove(): Promise<void> {
    const { latest } = this.side;
    if (!latest) return;
    const reply = await site.api.delete(site.at(latest.id), { token: site.token });
    if (foretold('remove', reply, latest.closed ? 409 : 200)) this.side.measurements.pop();
  }

  /** List, totals, side and the rows of the last measurement say what the model says. */
  async check(): Promise<void> {
    const { side } = this;
    const list = `${site.engineering}/company/${site.office.companyId}/measurements`;
    const query = `contract=${side.id}`;
    const sidesOf = `${site.engineering}/cost-estimates/${this.estimate.id}/measurement-contracts`;
    const read = [`${list}?${query}&sort=number`, `${list}-totals?${query}`, sidesOf].map((url) => this.#get(url));
    const [{ content }, totals, sides] = (await Promise.all(read)).map((reply) => site.done(reply));
    const expected = side.measurements.map((measured, index) => {
      const { contracted, before, until, excess, unresolved } = side.shown(index);
      const [period, kept] = [until.minus(before), side.kept(index)];
      const values = [contracted, before, until, period, contracted.minus(until), excess, kept, period.minus(kept)];
      const status = measured.closed ? 'CLOSED' : measured.review ? 'REVIEW' : 'OPEN';
      return [measured.id, index + 1, status, measured.bill?.id ?? 0, unresolved, ...values.map(money)].join(' ');
    });
    const values = [
      'contractedValue',
      'previousValue',
      'accumulatedValue',
      'periodValue',
      'balanceValue',
      'excessValue',
    ];
    const names = [...values, 'retentionValue', 'netValue'];
    const listed = content.map(({ id, number, status, transaction, unresolved, ...one }: Listed) =>
      [id, number, status, transaction?.id ?? 0, unresolved, ...names.map((name) => one[name])].join(' '),
    );
    expect(listed).toEqual(expected);
    const sum = (values: Exact[]) => money(values.reduce((all, value) => all.plus(value), exact(0)));
    const shown = side.measurements.map((_, index) => side.shown(index));
    expect(totals).toMatchObject({
      all: side.measurements.length,
      closed: side.measurements.filter(({ closed }) => closed).length,
      periodValue: sum(shown.map(({ until, before }) => until.minus(before))),
      retentionValue: sum(side.measurements.map(({ retention }) => retention)),
    });
    expect(sides.content).toMatchObject([{ id: side.id, retained: money(side.retained) }]);
    await this.#checkRows();
  }

  async #checkRows(): Promise<void> {
    const { latest, terms } = this.side;
    if (!latest) return;
    const index = this.side.measurements.length - 1;
    const { rows, measurement } = await site.sheet(latest.id);
    const lines = rows.filter(({ group }: { group: boolean }) => !group);
    const read = lines.map((row: Record<string, unknown>) =>
      [row['id'], row['accumulated'], row['previous'], row['version'], row['reason']].join(' '),
    );
    expect(measurement.id).toBe(latest.id);
    expect(read).toEqual(
      [...terms.keys()].map((id) => {
        const typed = latest.typed.get(id);
        const quantities = [this.side.accumulated(id, index), this.side.accumulated(id, index - 1)];
        return [id, ...quantities.map((one) => one.toFixed(4)), typed?.version ?? 0, typed?.reason ?? null].join(' ');
      }),
    );
  }

  /** Measures everything to its end: all periods together are the contract. */
  async finish(one: Act): Promise<void> {
    await this.#approve(true);
    if (this.side.latest?.closed !== false) await this.begin();
    await this.#type({ ...one, version: 'none', reason: 'Fim', confirmed: true }, undefined);
    await this.check();
    const periods = this.side.measurements.map((_, index) => this.side.shown(index));
    const { until, contracted } = periods.at(-1) ?? this.side.shown(-1);
    const sum = periods.reduce((all, { until: after, before }) => all.plus(after).minus(before), exact(0));
    expect(money(sum)).toBe(money(until));
    // A line that was at its end before a price changed keeps what it was closed with.
    if (!this.repriced) expect(money(sum)).toBe(money(contracted));
    await this.close({ version: 'none' });
    await this.check();
  }
}

test('Whatever is done to a side in whatever order, refusals and figures are those of a naive ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Kind>('CUSTOMER', 'CONTRACTOR'),
      fc.array(act, { minLength: 8, maxLength: 16 }),
      act,
      async (kind, acts, last) => {
        const run = await Run.start(kind);
        await run.begin();
        for (const one of acts) {
          await run.do(one);
          await run.check();
        }
        await run.finish(last);
      },
    ),
    {
      seed: Number(process.env['PROPERTY_SEED'] ?? 20261123),
      numRuns: 6,
      endOnFailure: true,
      examples: [['CUSTOMER', RELEASED, LAST]],
    },
  );
  // Every refusal that the model knows has been met, and every command has been accepted.
  expect([...answered].sort()).toEqual(ANSWERS);
}, 60_000);
