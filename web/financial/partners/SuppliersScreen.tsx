import { suppliers } from './kinds.ts';
import { PartnersScreen } from './PartnersScreen.tsx';

/** Fornecedores (§2 /supplier). */
const SuppliersScreen = () => <PartnersScreen kind={suppliers} />;

export default SuppliersScreen;
