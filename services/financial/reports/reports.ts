import type { ReportDescription } from '../../platform/reports/description.ts';
import { billReports } from './bills.ts';
import { cashFlowReport } from './cashFlow.ts';
import { documentReports } from './documents.ts';
import { reconciliationReport } from './reconciliation.ts';
import { retentionReport } from './retentions.ts';
import { stageReport } from './stages.ts';
import { statementReport } from './statement.ts';
import { walletReport } from './wallets.ts';

export const financialReports: readonly ReportDescription[] = [
  ...billReports,
  ...documentReports,
  stageReport,
  cashFlowReport,
  statementReport,
  walletReport,
  reconciliationReport,
  retentionReport,
];
