import type { AuditLogTable, IdempotencyKeysTable } from './auditTables.ts';

/**
 * Every table the services know: the platform's own, and those that each domain adds in its `tables.ts` by declaration
 * merging, so that the platform imports no domain.
 */
export interface Database {
  audit_log: AuditLogTable;
  idempotency_keys: IdempotencyKeysTable;
}
