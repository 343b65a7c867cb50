import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Books, TODAY, tokenFor } from '../support/books.ts';
import { screenDocument } from '../support/documents.ts';
import type { Caller } from '../support/load.ts';
import { type Habit, HABITS } from './habits.ts';

/** One finished operation. */
export interface Done {
  name: string;
  milliseconds: number;
  error?: string;
}

interface Work {
  books: Books;
  caller: Caller;
  seed: number;
}

interface Transaction {
  id: string;
  version: number;
  installments: { id: string; forecast: boolean }[];
}

/** Sort order of a screen when it opens. */
const OPEN_FIRST = [{ id: 'settled' }, { id: 'dueDate' }];

const WORDS = ['cimento', 'areia', 'aço', 'frete', 'andaime', 'projeto'];

/**
 * Simulates a user with an open screen, who pauses half a second between operations. The same seed gives the same day.
 */
export class Person {
  readonly #work: Work;
  readonly #token: string;
  readonly #company: { companyId: string };
  #random: number;
  /** Keys of the list on the screen. */
  #seen: string[] = [];
  #mine: Transaction[] = [];
  readonly #done: Done[] = [];

  constructor(index: number, work: Work) {
    this.#work = work;
    this.#token = tokenFor(work.books.accountId, `user-${index}`);
    this.#company = { companyId: String(work.books.companyId) };
    this.#random = (work.seed + index * 7919) >>> 0;
  }

  #below(bound: number): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * bound);
  }

  #choose(): Habit {
    let left = this.#below(100);
    for (const [habit, weight] of HABITS) {
      left -= weight;
      if (left < 0) return habit;
    }
    return 'list';
  }

  /** Works until `until` and returns the finished operations. */
  async work(until: number): Promise<Done[]> {
    // Starts users at different times.
    await pause(this.#below(1_000));
    while (performance.now() < until) {
      await this.#do(this.#choose());
      await pause(200 + this.#below(600));
    }
    return this.#done;
  }

  // The response's shape depends on the operation.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async #ask(name: Habit, operationName: string, variables: Record<string, unknown>): Promise<any> {
    const body = { operationName, query: screenDocument(operationName), variables };
    const started = performance.now();
    const outcome = await this.#work.caller
      .ask({ path: '/graphql', token: this.#token, body, key: randomUUID() })
      .then((text) => JSON.parse(text))
      .catch((error: unknown) => ({ errors: [{ message: String(error) }] }));
    const error: string | undefined = outcome.errors?.[0]?.message;
    this.#done.push({ name, milliseconds: performance.now() - started, ...(error && { error }) });
    return error ? undefined : outcome.data;
  }

  async #list(name: Habit, page: number, filter: Record<string, unknown>): Promise<void> {
    const variables = { ...this.#company, type: 'DEBIT', page, size: 50, sort: OPEN_FIRST, filter };
    const data = await this.#ask(name, 'Transactions', variables);
    if (data) this.#seen = data.transactions.content.map(({ id }: { id: string }) => id);
  }

  async #do(habit: Habit): Promise<void> {
    const { books } = this.#work;
    switch (habit) {
      case 'list':
        await this.#list(habit, 0, this.#below(3) === 0 ? { status: 'OVERDUE' } : {});
        return;
      case 'next page':
        await this.#list(habit, 1 + this.#below(20), {});
        return;
      case 'search':
        await this.#list(habit, 0, { search: WORDS[this.#below(WORDS.length)] });
        return;
      case 'open one': {
        const id = this.#seen[this.#below(this.#seen.length)];
        if (id === undefined) return this.#list('list', 0, {});
        await this.#ask(habit, 'Transaction', { ...this.#company, type: 'DEBIT', id });
        return;
      }
      case 'installments':
        await this.#ask(habit, 'Installments', {
          ...this.#company,
          type: 'DEBIT',
          page: 0,
          size: 50,
          sort: [],
          filter: {},
        });
        return;
      case 'wallets':
        await this.#ask(habit, 'Wallets', this.#company);
        return;
      case 'statement': {
        const days = { from: '2026-11-01', to: '2026-11-30', page: 0, size: 50 };
        await this.#ask(habit, 'WalletStatement', { ...this.#company, walletId: String(books.walletId), ...days });
        return;
      }
      case 'suppliers':
        await this.#ask(habit, 'Partners', {
          ...this.#company,
          type: 'SUPPLIER',
          page: 0,
          size: 50,
          sort: [],
          filter: { type: 'SUPPLIER' },
        });
        return;
      case 'enter an expense':
        return this.#enter();
      case 'pay':
        return this.#pay();
      case 'undo a payment':
        return this.#undo();
    }
  }

  async #enter(): Promise<void> {
    const { books } = this.#work;
    const cents = () => `${100 + this.#below(9_000)}.${10 + this.#below(90)}`;
    const [first, second] = [cents(), cents()];
    const total = BigInt(first.replace('.', '')) + BigInt(second.replace('.', ''));
    const text = String(total);
    const input = {
      documentNumber: `NF ${this.#below(1_000_000_000)}`,
      description: `Compra de ${WORDS[this.#below(WORDS.length)]}`,
      grossValue: `${text.slice(0, -2)}.${text.slice(-2)}`,
      emissionDate: TODAY,
      categoryId: String(books.categoryId),
      partnerId: String(books.partnerId),
      expectedWalletId: String(books.walletId),
      installments: [
        { dueDate: '2026-12-10', grossValue: first },
        { dueDate: '2027-01-10', grossValue: second },
      ],
      apportionments: [],
    };
    const data = await this.#ask('enter an expense', 'CreateTransaction', { ...this.#company, type: 'DEBIT', input });
    if (data) this.#mine.push(data.createTransaction.transaction as Transaction);
  }

  async #pay(): Promise<void> {
    const transaction = this.#mine.find(({ installments }) => installments.some(({ forecast }) => forecast));
    if (!transaction) return this.#enter();
    const installmentId = transaction.installments.find(({ forecast }) => forecast)?.id;
    const input = { paymentDate: TODAY, walletId: String(this.#work.books.walletId), paymentMethod: 'PIX' };
    const data = await this.#ask('pay', 'PayInstallment', {
      ...this.#company,
      type: 'DEBIT',
      transactionId: transaction.id,
      installmentId,
      version: transaction.version,
      input,
      withBalance: true,
    });
    if (data) this.#replace(data.payInstallment.transaction as Transaction);
  }

  async #undo(): Promise<void> {
    const transaction = this.#mine.find(({ installments }) => installments.some(({ forecast }) => !forecast));
    if (!transaction) return this.#pay();
    const installmentId = transaction.installments.find(({ forecast }) => !forecast)?.id;
    const data = await this.#ask('undo a payment', 'UndoInstallmentPayment', {
      ...this.#company,
      type: 'DEBIT',
      transactionId: transaction.id,
      installmentId,
      version: transaction.version,
      withBalance: true,
    });
    if (data) this.#replace(data.undoInstallmentPayment.transaction as Transaction);
  }

  #replace(transaction: Transaction): void {
    this.#mine = [...this.#mine.filter(({ id }) => id !== transaction.id), transaction];
  }
}
