import { openScans } from '../paymentCodes/intake/intake.ts';
import { FiscalIntake } from '../fiscalDocuments/intake/FiscalIntake.tsx';
import { TransactionsScreen } from './TransactionsScreen.tsx';

/** Despesas (§2 /outcome). */
const OutcomeScreen = () => (
  <FiscalIntake onScans={openScans}>
    <TransactionsScreen type="DEBIT" />
  </FiscalIntake>
);

export default OutcomeScreen;
