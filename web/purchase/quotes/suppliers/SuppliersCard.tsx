import { AddIcon } from '#web/ui/icons.ts';
import { Button, Card } from '#web/ui/index.ts';
import { useState } from 'react';
import { AddSupplier } from './AddSupplier.tsx';
import { SupplierList, type SupplierListProps } from './SupplierList.tsx';

/** The suppliers of a quote that was sent; more of them may be asked until it is decided. */
export const SuppliersCard = (props: SupplierListProps) => {
  const { quote, decisions } = props;
  const [adding, setAdding] = useState(false);
  const open = quote.state === 'WAITING' || quote.state === 'TO_DECIDE';
  return (
    <Card title="Fornecedores">
      <SupplierList {...props} />
      {open && (
        <Button icon={<AddIcon />} onClick={() => setAdding(true)}>
          Fornecedor
        </Button>
      )}
      {adding && <AddSupplier {...{ quote, decisions }} onClose={() => setAdding(false)} />}
    </Card>
  );
};
