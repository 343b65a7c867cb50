import type { Generated, GeneratedAlways } from 'kysely';
import type { BankAccount } from '#domain/financial/partners/bankAccounts.ts';
import type { PaymentAction } from '#domain/financial/partners/paymentChanges.ts';
import type { PixKey } from '#domain/financial/partners/pixKeys.ts';
import type { InstantColumn, JsonColumn } from '../platform/db/columns.ts';

/** Rows of migration 0002. Money is decimal text, days are YYYY-MM-DD text, keys are numbers. */
declare module '../platform/db/tables.ts' {
  interface Database {
    companies: CompanyRow;
    company_logos: CompanyLogoRow;
    buildings: BuildingRow;
    categories: CategoryRow;
    partners: PartnerRow;
    partner_payment_changes: PartnerPaymentChangeRow;
    wallets: WalletRow;
    transfers: TransferRow;
    transactions: TransactionRow;
    installments: InstallmentRow;
    apportionments: ApportionmentRow;
    apportionment_shares: ApportionmentShareRow;
    installment_payment_codes: InstallmentPaymentCodeRow;
    attachments: AttachmentRow;
    attachment_contents: AttachmentContentRow;
    deleted_documents: DeletedDocumentRow;
  }
}

interface TenantRow {
  account_id: number;
  id: GeneratedAlways<number>;
}

interface Versioned {
  version: Generated<number>;
}

export interface CompanyRow extends TenantRow, Versioned {
  name: string;
  tax_id: string | null;
  address: string | null;
  active: Generated<boolean>;
}

export interface CompanyLogoRow {
  account_id: number;
  company_id: number;
  media_type: 'image/png';
  width: number;
  height: number;
  content: Buffer;
  preview: Buffer;
  updated_at: InstantColumn;
}

export interface BuildingRow extends TenantRow, Versioned {
  company_id: number;
  name: string;
  address: string | null;
  technical_name: string | null;
  technical_title: string | null;
  technical_registration: string | null;
  active: Generated<boolean>;
}

export interface CategoryRow extends TenantRow, Versioned {
  type: 'CREDIT' | 'DEBIT';
  name: string;
  statement_line: string | null;
  active: Generated<boolean>;
}

export interface PartnerRow extends TenantRow, Versioned {
  type: 'SUPPLIER' | 'CUSTOMER';
  name: string;
  trade_name: string | null;
  tax_id: string | null;
  email: string | null;
  phone: string | null;
  postal_code: string | null;
  street: string | null;
  street_number: string | null;
  complement: string | null;
  district: string | null;
  city: string | null;
  state: string | null;
  notes: string | null;
  pix_keys: JsonColumn<PixKey[]>;
  bank_accounts: JsonColumn<BankAccount[]>;
  active: Generated<boolean>;
}

/** Append-only: the services may neither change nor delete rows. */
export interface PartnerPaymentChangeRow extends TenantRow {
  partner_id: number;
  at: InstantColumn;
  user_id: number | null;
  target: 'PIX_KEY' | 'BANK_ACCOUNT';
  action: PaymentAction;
  before: JsonColumn<PixKey | BankAccount> | null;
  after: JsonColumn<PixKey | BankAccount> | null;
}

export interface WalletRow extends TenantRow, Versioned {
  company_id: number;
  identifier: string;
  description: string | null;
  initial_balance: Generated<string>;
  balance_date: string;
  active: Generated<boolean>;
}

export interface TransferRow extends TenantRow, Versioned {
  company_id: number;
  amount: string;
  date: string;
  source_wallet_id: number;
  target_wallet_id: number;
  description: string | null;
}

export interface TransactionRow extends TenantRow, Versioned {
  company_id: number;
  type: 'CREDIT' | 'DEBIT';
  document_number: string | null;
  description: string | null;
  emission_date: string;
  competence_date: string;
  category_id: number | null;
  partner_id: number | null;
  expected_wallet_id: number | null;
  preferred_payment_method: string | null;
  status: 'OPEN' | 'PARTIAL' | 'PAID';
  installment_count: number;
  paid_installment_count: number;
  gross_value: string;
  /** Migration 0069: with what is withheld; null without retentions. */
  invoice_value: string | null;
  increase: Generated<string>;
  discount: Generated<string>;
  value: GeneratedAlways<string>;
  paid_value: Generated<string>;
  open_value: GeneratedAlways<string>;
  reference_due_date: string;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface InstallmentRow extends TenantRow {
  company_id: number;
  transaction_id: number;
  type: 'CREDIT' | 'DEBIT';
  number: number;
  forecast: boolean;
  created_on: string;
  due_date: string;
  gross_value: string;
  increase: Generated<string>;
  discount: Generated<string>;
  value: GeneratedAlways<string>;
  payment_date: string | null;
  wallet_id: number | null;
  payment_method: string | null;
}

export interface InstallmentPaymentCodeRow {
  account_id: number;
  installment_id: number;
  kind: 'BOLETO' | 'COLLECTION' | 'PIX';
  code: string;
  bank: string | null;
  amount: string | null;
  due_date: string | null;
}

export interface ApportionmentRow extends TenantRow {
  company_id: number;
  transaction_id: number;
  position: number;
  building_id: number;
  cost_estimate_group_id: number | null;
  gross_value: string;
  invoice_value: string | null;
  percentage: string;
  is_customer_charged: Generated<boolean>;
}

export interface ApportionmentShareRow {
  account_id: number;
  transaction_id: number;
  installment_id: number;
  apportionment_id: number;
  gross_value: string;
  increase: Generated<string>;
  discount: Generated<string>;
  value: GeneratedAlways<string>;
}

export interface AttachmentRow extends TenantRow {
  transaction_id: number;
  name: string;
  media_type: string;
  size: number;
  created_at: Generated<string>;
  created_by: number | null;
}

export interface AttachmentContentRow {
  account_id: number;
  attachment_id: number;
  content: Buffer;
}

/** Of migration 0110. */
export interface DeletedDocumentRow {
  account_id: number;
  id: number;
  company_id: number;
  type: 'CREDIT' | 'DEBIT';
  deleted_at: InstantColumn;
  deleted_by: number | null;
  partner_id: number | null;
  description: string | null;
  document_number: string | null;
  value: string;
  due_date: string | null;
  building_ids: number[];
  kept: JsonColumn<unknown>;
}
