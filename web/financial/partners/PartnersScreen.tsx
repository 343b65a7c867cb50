import { formatCurrency } from '#domain/money.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { useNavigate } from 'react-router-dom';
import { isFigure } from './columns.tsx';
import { customers, suppliers, type PartnerKind } from './kinds.ts';
import { partnersOf } from './partners.tsx';

/** Returns the screen of one type; figures are shown to users who may see the transactions. */
const screenOf = (kind: PartnerKind) => {
  const register = partnersOf(kind);
  const withoutFigures = register.columns.filter((column) => !isFigure(column));
  const PartnersScreen = () => {
    const { may } = useSession();
    const navigate = useNavigate();
    const whoSaw = (id: string) => ({
      label: 'Quem viu',
      onClick: () => void navigate(`/home/forms/settings/privacy?partnerId=${id}`),
    });
    const withFigures = may({ anyOf: [kind.type === 'SUPPLIER' ? 'DEBIT' : 'CREDIT'] });
    return (
      <RegisterScreen
        register={register}
        rowActions={({ id }) => (may('admin') ? [whoSaw(id)] : [])}
        columns={withFigures ? register.columns : withoutFigures}
        summary={(totals) => totals?.openValue && `${formatCurrency(totals.openValue)} ${kind.open.toLowerCase()}`}
        sums={(totals) =>
          totals?.openValue
            ? [
                { label: kind.open, value: totals.openValue },
                { label: 'Vencido', value: totals.overdueValue, tone: 'out' },
              ]
            : undefined
        }
      />
    );
  };
  return PartnersScreen;
};

/** Fornecedores (§2 /supplier). */
export const SuppliersScreen = screenOf(suppliers);
/** Clientes (§2 /customer). */
export const CustomersScreen = screenOf(customers);
