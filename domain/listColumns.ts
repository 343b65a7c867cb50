/** How a person sees a column of a list (docs/decisions/0108); null where the list decides. */
export interface ColumnChoice {
  id: string;
  shown: boolean | null;
  /** In px. */
  width: number | null;
}

/** Most columns that are kept for one list; no list has as many. */
export const MOST_COLUMNS = 60;
export const NARROWEST = 40;
export const WIDEST = 1_200;
