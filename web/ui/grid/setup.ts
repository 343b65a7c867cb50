import { AG_GRID_LOCALE_BR } from '@ag-grid-community/locale';
import {
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  EventApiModule,
  LocaleModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TextEditorModule,
  TooltipModule,
  themeQuartz,
} from 'ag-grid-community';

// Registered one by one: the whole community edition is a third larger.
ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  EventApiModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TextEditorModule,
  TooltipModule,
]);

/** One theme for light and dark: its colours are the palette's CSS variables. */
export const gridTheme = themeQuartz.withParams({
  browserColorScheme: 'inherit',
  fontFamily: 'inherit',
  fontSize: 13,
  headerFontSize: 12,
  headerFontWeight: 500,
  spacing: 6,
  cellHorizontalPadding: 12,
  headerHeight: 34,
  iconSize: 14,
  accentColor: 'var(--brand)',
  backgroundColor: 'var(--surface)',
  foregroundColor: 'var(--text1)',
  textColor: 'var(--text1)',
  borderColor: 'var(--strokeInner)',
  headerBackgroundColor: 'var(--chrome)',
  headerTextColor: 'var(--text3)',
  headerColumnBorder: false,
  headerColumnResizeHandleColor: 'transparent',
  headerRowBorder: { color: 'var(--strokeOuter)' },
  rowBorder: { color: 'var(--strokeInner)' },
  rowHoverColor: 'var(--tint)',
  selectedRowBackgroundColor: 'var(--rowSelected)',
  pinnedColumnBorder: { color: 'var(--strokeOuter)' },
  checkboxCheckedBackgroundColor: 'var(--brand)',
  checkboxCheckedBorderColor: 'var(--brand)',
  checkboxIndeterminateBackgroundColor: 'var(--brand)',
  checkboxIndeterminateBorderColor: 'var(--brand)',
  checkboxUncheckedBorderColor: 'var(--text3)',
  checkboxBorderRadius: 4,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
});

/** AG Grid's Portuguese texts, overridden by those of §9. */
export const gridTexts: Record<string, string> = {
  ...AG_GRID_LOCALE_BR,
  loadingOoo: 'Carregando…',
  noRowsToShow: 'Sem opções',
  ariaRowSelect: 'Pressione espaço para selecionar a linha',
  ariaRowDeselect: 'Pressione espaço para desmarcar a linha',
  ariaRowToggleSelection: 'Pressione espaço para marcar ou desmarcar a linha',
  ariaHeaderSelection: 'Selecionar todas as linhas da página',
};
