import { CardList, EmptyState, PageHeader, Screen } from '#web/ui/index.ts';
import { useLocation } from 'react-router-dom';
import styles from './purchaseOverview.module.css';
import type { usePurchasePlace } from './usePurchasePlace.ts';

/** While all of them are chosen in the menu: the obras that the user buys for. */
export const BuildingChoice = ({ buildings }: Pick<ReturnType<typeof usePurchasePlace>, 'buildings'>) => {
  const { search } = useLocation();
  const addressOf = (id: string): string => {
    const keys = new URLSearchParams(search);
    keys.set('building', id);
    return `?${keys}`;
  };
  return (
    <Screen>
      <PageHeader title="Resumo de compras" summary="escolha a obra" />
      <div className={styles.choice}>
        {buildings.length === 0 ? (
          <EmptyState
            title="Nenhuma obra ainda"
            text="O resumo compara o que o orçamento de cada obra pede com o que foi pedido, recebido e pago."
          />
        ) : (
          <CardList
            ariaLabel="Obras"
            items={buildings.map(({ id, name }) => ({ id, title: name, to: addressOf(id) }))}
          />
        )}
      </div>
    </Screen>
  );
};
