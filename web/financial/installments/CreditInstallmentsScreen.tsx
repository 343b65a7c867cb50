import { InstallmentsScreen } from './InstallmentsScreen.tsx';

/** Receitas beta (§2 /credit-installments). */
const CreditInstallmentsScreen = () => <InstallmentsScreen type="CREDIT" title="Receitas beta" />;

export default CreditInstallmentsScreen;
