import { filterText, isId, withFilter } from '#web/list/listFilters.ts';
import { FilterIcon } from '#web/ui/icons.ts';
import { Button, Combobox, Field, FilterChip, Popover, useIsPhone } from '#web/ui/index.ts';
import { ProductPaneFields, type ProductPaneProps } from './ProductPane.tsx';
import styles from './Products.module.css';
import { useProductChoices } from './useProductChoices.ts';

/** Type, brand and unit; on a phone also cost database and group. */
export const ProductFilters = (props: ProductPaneProps) => {
  const { query, setQuery } = props.list;
  const { types, brands, units } = useProductChoices();
  const phone = useIsPhone();
  const choices = [
    { id: 'productType', label: 'Tipo', options: types },
    { id: 'brand', label: 'Marca', options: brands },
    { id: 'unit', label: 'Unidade', options: units },
  ];
  const set = (id: string, value: string | null) => setQuery((now) => withFilter(now, id, value));
  return (
    <>
      {choices.map(({ id, label, options }) => {
        const asked = filterText(query, id);
        if (!isId(asked)) return null;
        const chosen = options.find((option) => option.id === asked)?.label ?? `nº ${asked}`;
        return <FilterChip key={id} label={label} value={chosen} onClear={() => set(id, null)} />;
      })}
      <Popover
        ariaLabel="Filtros"
        trigger={
          <Button icon={<FilterIcon />} className={styles.pill}>
            Filtro
          </Button>
        }
      >
        <div className={styles.panel}>
          {phone && <ProductPaneFields {...props} />}
          {choices.map(({ id, label, options }) => (
            <Field key={id} label={label}>
              <Combobox
                value={options.find((option) => option.id === filterText(query, id)) ?? null}
                options={options}
                onChange={(option) => set(id, option?.id ?? null)}
              />
            </Field>
          ))}
        </div>
      </Popover>
    </>
  );
};
