import { InstallmentsScreen } from './InstallmentsScreen.tsx';

/** Receitas beta (§2 /credit-installments). */
const CreditInstallmentsScreen = () => <InstallmentsScreen type="CREDIT" />;

export default CreditInstallmentsScreen;
