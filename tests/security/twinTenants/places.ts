/** The account that owns the rows, with an administrator's token. */
export interface Party {
  accountId: number;
  token: string;
  /** Content of its files. */
  mark: string;
}

export interface CompanyPlace extends Party {
  companyId: number;
}
