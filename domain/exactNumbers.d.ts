interface Number {
  /** @deprecated Money is decimal text and decimal.js, never a JS number (domain.md §1). */
  toFixed(fractionDigits?: number): string;
}
