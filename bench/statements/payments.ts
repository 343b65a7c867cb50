import { randomUUID } from 'node:crypto';
import { type Books, TODAY } from '../support/books.ts';
import { screenDocument } from '../support/documents.ts';
import type { Caller } from '../support/load.ts';

interface Transaction {
  id: string;
  version: number;
  installments: { id: string; forecast: boolean }[];
}

/** Pays the one installment of an expense of its own and undoes it, again and again. */
export class Payments {
  #expense: Transaction | undefined;

  constructor(
    private readonly caller: Caller,
    private readonly books: Books,
  ) {}

  async #ask(operationName: string, variables: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { companyId, token } = this.books;
    const body = {
      operationName,
      query: screenDocument(operationName),
      variables: { companyId: String(companyId), type: 'DEBIT', ...variables },
    };
    const { data, errors } = JSON.parse(await this.caller.ask({ path: '/graphql', token, body, key: randomUUID() }));
    if (errors) throw new Error(JSON.stringify(errors));
    return data as Record<string, unknown>;
  }

  async #entered(): Promise<Transaction> {
    const { categoryId, partnerId, walletId } = this.books;
    const input = {
      ...{ documentNumber: `NF ${randomUUID().slice(0, 8)}`, description: 'Compra de areia', grossValue: '1500.00' },
      ...{ emissionDate: TODAY, categoryId: String(categoryId), partnerId: String(partnerId) },
      expectedWalletId: String(walletId),
      installments: [{ dueDate: '2026-12-10', grossValue: '1500.00' }],
      apportionments: [],
    };
    const data = await this.#ask('CreateTransaction', { input });
    return (data.createTransaction as { transaction: Transaction }).transaction;
  }

  /** Pays, or undoes the payment that was made last. */
  async once(): Promise<void> {
    const { id, version, installments } = (this.#expense ??= await this.#entered());
    const [first] = installments;
    const common = { transactionId: id, installmentId: first?.id, version, withBalance: true };
    const input = { paymentDate: TODAY, walletId: String(this.books.walletId), paymentMethod: 'PIX' };
    const data = first?.forecast
      ? await this.#ask('PayInstallment', { ...common, input })
      : await this.#ask('UndoInstallmentPayment', common);
    this.#expense = (Object.values(data)[0] as { transaction: Transaction }).transaction;
  }
}
