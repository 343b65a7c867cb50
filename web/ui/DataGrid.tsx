import { useEffect, useState } from 'react';
import type { AgDataGrid } from './grid/AgDataGrid.tsx';
import { activateGridLicense } from './grid/license.ts';
import type { DataGridProps } from './grid/types.ts';
import { Skeleton } from './Skeleton.tsx';

export type { Column, DataGridProps, SortEntry } from './grid/types.ts';

type Grid = typeof AgDataGrid;
let loaded: Grid | null = null;

/** Loads the grid's chunk (about 250 kB) early; call it together with the screen's first query. */
export const preloadGrid = async (): Promise<Grid> => {
  if (!loaded) {
    const [{ AgDataGrid }] = await Promise.all([import('./grid/AgDataGrid.tsx'), activateGridLicense()]);
    loaded = AgDataGrid;
  }
  return loaded;
};

/**
 * A page of rows with sorting, selection and keyboard navigation, built on AG Grid, whose chunk loads when the first
 * grid is shown. Fills its parent (a flex column or a fixed height). Pagination renders paging and totals below it.
 */
export const DataGrid = <Row,>(props: DataGridProps<Row>) => {
  const [Ag, setAg] = useState<Grid | null>(() => loaded);
  useEffect(() => {
    if (!Ag) void preloadGrid().then((grid) => setAg(() => grid));
  }, [Ag]);
  const nothing = props.rows.length === 0;
  if (nothing && !props.loading && props.empty !== undefined) return props.empty;
  if (!Ag || (nothing && props.loading)) return <Skeleton rows={12} />;
  return <Ag {...props} />;
};
