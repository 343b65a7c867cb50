import { Banner, Button, EmptyState } from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import { useNeighbours } from './usePurchasePlace.ts';
import { ESTIMATES, ORDERS } from './words.ts';

const useEstimateButton = (buildingId: string) => {
  const navigate = useNavigate();
  const { engineering } = useNeighbours(buildingId);
  return engineering && <Button onClick={() => void navigate(ESTIMATES)}>Ir para Orçamentos</Button>;
};

/** Without an estimate there is nothing to compare with: everything that was ordered is outside. */
export const NoEstimateBanner = ({ buildingId }: { buildingId: string }) => (
  <Banner tone="info" action={useEstimateButton(buildingId) || undefined}>
    Esta obra não tem orçamento: sem ele não há saldo a comprar, e o que foi pedido aparece em “Fora do orçamento”.
  </Banner>
);

/** Neither an estimate nor an order. */
export const NothingYet = ({ buildingId }: { buildingId: string }) => {
  const navigate = useNavigate();
  return (
    <EmptyState
      title="Nada a comprar ainda"
      text="O resumo soma os insumos do orçamento da obra, abre as composições e desconta o que já foi pedido. Comece pelo orçamento, ou faça o primeiro pedido."
      action={
        <>
          {useEstimateButton(buildingId)}{' '}
          <Button variant="primary" onClick={() => void navigate(`${ORDERS}?id=new`)}>
            Novo pedido
          </Button>
        </>
      }
    />
  );
};
