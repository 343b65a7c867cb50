/**
 * The components of the product: the only wrappers of Fluent 9 and AG Grid. Screens import from here (or from the file
 * itself) and never import Fluent or AG Grid. AG Grid and the calendar stay in their own chunks.
 *
 * Values: money is decimal text ('1234.50'), dates are 'YYYY-MM-DD' text, '' is none; `onChange` gets the value.
 * Colours: CSS variables of palette.ts — var(--moneyIn), var(--text3), var(--strokeOuter) … Styles: CSS modules.
 */

/** variant primary|secondary|subtle|danger, icon, busy, shortcut="Ctrl S" */
export { Button } from './Button.tsx';
/** label (name and tooltip), icon, size small|medium, pressed, expanded */
export { IconButton } from './IconButton.tsx';
/** label, error, warning, hint, required, wide; one control inside */
export { Field } from './Field.tsx';
/** value, onChange, type, before, after, size small (24 px, tables) */
export { TextInput } from './TextInput.tsx';
/** as TextInput, with mask(text): maskCep, maskPhone, maskTaxId */
export { MaskedInput } from './MaskedInput.tsx';
export { TextArea } from './TextArea.tsx';
/** searchAt(text, caret), loadOptions(search), insertedOf(option), onSend: text with suggestions at the caret */
export { SuggestingArea } from './SuggestingArea.tsx';
/** value, onChange (after a pause), label; "/" focuses it */
export { SearchBox } from './SearchBox.tsx';
/** path; decimal text; takes "1234,5", "100+50"; symbol R$|%|none, kind, allowNegative */
export { MoneyInput } from './MoneyInput.tsx';
/** path, towards future|past|present; ISO day; takes "15/3", "hoje"; calendar by icon or Alt+Down; hideIcon in tables */
export { DateInput } from './DateInput.tsx';
/** path; decimal text with up to four places: quantities, factors, unit prices (symbol R$) */
export { QuantityInput } from './QuantityInput.tsx';
/** values, tone: a trend without axes */
export { Sparkline } from './Sparkline.tsx';
/** path; a whole number, problemOf(count) */
export { CountInput } from './CountInput.tsx';
/** invalid text of a form's typed fields: useReading() for the form, ReadingContext around its fields */
export { ReadingContext, unreadProblems, useReading } from './reading.ts';
export type { Reading, Unread } from './reading.ts';
/** refusals: focuses the first invalid field after a refused save */
export { FirstProblem } from './FirstProblem.tsx';
/** an error about several fields */
export { Problem } from './Problem.tsx';
/** makes the fields inside read-only */
export { ReadOnlyContext, useReadOnly } from './readOnly.ts';
/** path in a form; value: Option|null; options or loadOptions(query); onCreate; ignores accents */
export { Combobox } from './Combobox.tsx';
export type { Option } from './useOptions.ts';
/** ids; options */
export { MultiSelect } from './MultiSelect.tsx';
/** short fixed list, the browser's native select */
export { Select } from './Select.tsx';
export { Checkbox } from './Checkbox.tsx';
export { FileDrop, type FileDropProps } from './FileDrop.tsx';
/** label, onFiles: takes files that are dropped on its content */
export { DropTarget, type DropTargetProps } from './DropTarget.tsx';
export { Switch } from './Switch.tsx';
/** tone in|out|info|warning|violet|neutral, forecast (outlined) */
export { ProblemCount } from './ProblemCount.tsx';
export { InstallmentPill } from './InstallmentPill.tsx';
export { StatusPill } from './StatusPill.tsx';
/** active, feminine: "Ativo", "Inativa" */
export { ActivePill } from './ActivePill.tsx';
/** value decimal text, tone plain|in|out|sign, symbol, strong */
export { MoneyText } from './MoneyText.tsx';
/** figures[{label, value, tone}]: amounts side by side in one frame */
export { FigureStrip } from './FigureStrip.tsx';
/** open, onClose, title, subtitle, status, tools, footer, footerStart; not modal, 700 px */
export { Drawer, type DrawerBeside } from './Drawer.tsx';
/** open, onClose, title, actions, kind modal|alert */
export { Dialog } from './Dialog.tsx';
/** title, text, confirm, danger, onConfirm, onCancel */
export { ConfirmDialog } from './ConfirmDialog.tsx';
/** count, sum, actions[{label, icon, onClick}], onClear; its parent is position: relative */
export { BulkBar } from './BulkBar.tsx';
/** tabs[{id, label, count, tone}], value, onChange */
export { ViewTabs } from './ViewTabs.tsx';
export type { ViewTab } from './ViewTabs.tsx';
/** ariaLabel, value, options[{value, label}], onChange: toggle buttons, one of them pressed */
export { Segments } from './Segments.tsx';
/** count, tone neutral|out|warning, silent: a pill beside a name */
export { CountBadge } from './CountBadge.tsx';
/** label, value, icon, onClick, onClear */
export { FilterChip } from './FilterChip.tsx';
export { ShownFilters, type Fact } from './shownFilters.ts';
/** rows, columns, rowId, sort/onSort, selected/onSelect, onOpen, activeId, rowActions, loading, empty */
export { DataGrid, preloadGrid } from './DataGrid.tsx';
export type { Column, DataGridProps, SortEntry } from './grid/types.ts';
/** page (from 0), size, total, onPage, onSize; children: totals of the filter */
export { Pagination } from './Pagination.tsx';
/** title, text, icon, action */
export { EmptyState } from './EmptyState.tsx';
/** message, onRetry */
export { ErrorState } from './ErrorState.tsx';
/** rows; visible after 150 ms */
export { Skeleton } from './Skeleton.tsx';
/** title, summary, actions, tabs */
export { PageHeader } from './PageHeader.tsx';
/** steps[{label, to}]: path to a nested page; all but the last on demand */
export { Breadcrumb } from './Breadcrumb.tsx';
/** trigger (a button), actions[{label, icon, onClick, shortcut, separated}] */
export { Menu } from './Menu.tsx';
export type { MenuAction } from './Menu.tsx';
/** label, value {start, end} half-open, presets, onChange(range|null), clearable */
export { periodText, PeriodPicker } from './PeriodPicker.tsx';
export type { PeriodPreset } from './PeriodPicker.tsx';
/** trigger or target, ariaLabel, open, onOpenChange; traps the focus */
export { Popover } from './Popover.tsx';
export { Tooltip } from './Tooltip.tsx';
/** title, actions; Fields in two columns */
export { FormSection } from './FormSection.tsx';
/** the row of search and chips below a list's title */
export { FilterBar } from './FilterBar.tsx';
/** items[{id, title, meta, end, endMeta, group, to}], onOpen, selected/onToggle: a list on a phone */
export { CardList } from './CardList.tsx';
export type { CardGroup, CardItem } from './CardList.tsx';
/** items, rowHeight, children(item, index): rows of any number; inside role="list", or `table` */
export { LongList } from './LongList.tsx';
/** rows, columns: prints the loaded rows; renders nothing on screen */
export { cellText, PrintTable } from './PrintTable.tsx';
export type { PrintTableProps } from './PrintTable.tsx';
/** marks a row that the next refresh removes */
export { Changed } from './Changed.tsx';
export { Leaving } from './Leaving.tsx';
export { usePrinting } from './usePrinting.ts';
/** a screen whose rows scroll between a fixed head and foot */
export { Screen } from './Screen.tsx';
/** totals[{label, value, tone}]: sums in the foot of a list */
export { shownTotals, Totals } from './Totals.tsx';
export type { Total } from './Totals.tsx';
/** label, icon, onClick: the main action on a phone */
export { Fab } from './Fab.tsx';
/** title, meta, actions */
export { Card } from './Card.tsx';
/** before, after: a balance on both sides of an act */
export { BeforeAfter } from './BeforeAfter.tsx';
/** tone warning|error|info, action */
export { Banner } from './Banner.tsx';
export { Kbd } from './Kbd.tsx';
export { useIsNarrow, useIsOnePane, useIsPhone, useIsTouch } from './useIsPhone.ts';
export { useDelayed } from './useDelayed.ts';
/** today(), timeOf(instant), dayOf(instant), instantText(instant), instantOf(day, time), in the user's time zone */
export { dayOf, instantOf, instantText, timeOf, today } from './clock.ts';
