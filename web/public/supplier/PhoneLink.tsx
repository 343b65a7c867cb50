/** A telephone that a phone calls at a touch. */
export const PhoneLink = ({ phone }: { phone: string }) => <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>;
