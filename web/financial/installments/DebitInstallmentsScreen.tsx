import { openScans } from '../paymentCodes/intake/intake.ts';
import { FiscalIntake } from '../fiscalDocuments/intake/FiscalIntake.tsx';
import { InstallmentsScreen } from './InstallmentsScreen.tsx';

/** Despesas beta (§2 /debit-installments). */
const DebitInstallmentsScreen = () => (
  <FiscalIntake onScans={openScans}>
    <InstallmentsScreen type="DEBIT" />
  </FiscalIntake>
);

export default DebitInstallmentsScreen;
