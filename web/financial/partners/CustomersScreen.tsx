import { customers } from './kinds.ts';
import { PartnersScreen } from './PartnersScreen.tsx';

/** Clientes (§2 /customer). */
const CustomersScreen = () => <PartnersScreen kind={customers} />;

export default CustomersScreen;
