import { InstallmentsScreen } from './InstallmentsScreen.tsx';

/** Despesas beta (§2 /debit-installments). */
const DebitInstallmentsScreen = () => <InstallmentsScreen type="DEBIT" title="Despesas beta" />;

export default DebitInstallmentsScreen;
