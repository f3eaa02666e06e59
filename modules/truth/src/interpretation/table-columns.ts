import { schemas } from '../model/schemas.ts'

/** Headings that people and programs give to the columns of a table, for each type of entity and field. */
const headings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transaction: {
    date: 'value_date valuta valutadatum wertstellung wertstellungsdatum date_valeur date booking_date buchungstag buchungsdatum buchung transaction_date posting_date datum fecha posted_date completed_date date_opération date_operation fecha_valor boekdatum',
    amount:
      'amount gross brutto betrag bedrag montant importe importo value umsatz transaction_amount amount_eur betrag_eur',
    debit: 'debit debit_amount soll withdrawal withdrawals paid_out money_out débit af ausgang',
    credit: 'credit credit_amount haben deposit deposits paid_in money_in crédit bij eingang',
    currency: 'currency währung waehrung valuta_code munt devise ccy',
    account:
      'account account_number iban konto kontonummer rekening compte own_account auftragskonto iban_auftragskonto',
    reference:
      'reference ref customer_reference kundenreferenz referenz end_to_end_id zahlungsreferenz kenmerk',
    bank_reference: 'bank_reference bankreferenz',
    description:
      'description details memo verwendungszweck purpose omschrijving libellé libelle narrative concept payment_details payment_reference mededelingen buchungstext',
    counterparty_name:
      'counterparty counterparty_name payee payer name_of_payee beguenstigter_zahlungspflichtiger begünstigter beguenstigter beneficiary empfänger zahlungsempfänger zahlungspflichtiger zahlungspflichtige name_zahlungsbeteiligter partner_name auftraggeber_empfänger auftraggeber naam_tegenpartij naam bénéficiaire name',
    counterparty_iban:
      'counterparty_iban counterparty_account kontonummer_iban iban_zahlungsbeteiligter partner_iban tegenrekening beneficiary_iban',
    category: 'category kategorie categorie',
    transaction_id: 'transaction_id id transaktions_id',
    status: 'status',
  },
  invoice: {
    invoice_number:
      'invoice_number invoice_no invoice invoice_id rechnungsnummer rechnungsnr rechnung factuurnummer numéro_de_facture numero_de_facture invoice_nr belegnummer',
    invoice_date: 'invoice_date date rechnungsdatum datum factuurdatum issue_date date_de_facture',
    due_date: 'due_date due fällig_am fälligkeit faellig vervaldatum échéance',
    currency: 'currency währung munt devise',
    total_amount:
      'total total_amount gross gross_amount brutto bruttobetrag gesamtbetrag totaal amount betrag total_ttc',
    net_amount: 'net net_amount netto nettobetrag subtotal total_ht',
    tax_amount: 'tax tax_amount vat vat_amount mwst ust btw tva',
    seller_name:
      'seller seller_name vendor vendor_name supplier supplier_name lieferant verkäufer leverancier fournisseur',
    seller_vat_id: 'seller_vat_id vendor_vat_id supplier_vat',
    buyer_name: 'buyer buyer_name customer customer_name kunde käufer klant client',
    iban: 'iban',
    order_reference: 'order_reference order order_number po po_number bestellnummer',
    status: 'status',
  },
  contact: {
    full_name: 'full_name name display_name fn vollständiger_name nom_complet naam contact_name',
    given_name: 'given_name first_name firstname vorname prénom voornaam',
    family_name: 'family_name last_name lastname surname nachname nom achternaam',
    organization:
      'organization organisation company company_name firma bedrijf société organization_name organization_1_name',
    title: 'title job_title position titel funktion organization_title',
    email: 'email e_mail email_address e_mail_address mail e_mail_1_value e_mail_adresse',
    phone:
      'phone telephone phone_number mobile mobile_phone tel telefon handy telefoon téléphone phone_1_value business_phone',
    birthday: 'birthday birth_date date_of_birth geburtstag geburtsdatum dob',
    address: 'address adresse anschrift adres street_address home_address',
    website: 'website web url homepage',
    notes: 'notes note notizen bemerkung',
  },
  event: {
    uid: 'uid event_id',
    summary: 'summary subject title event betreff titel',
    start: 'start start_date start_time begin beginn beginnt_am dtstart',
    end: 'end end_date end_time ende endet_am dtend',
    location: 'location ort place',
    organizer: 'organizer organisator',
    description: 'description beschreibung',
    status: 'status',
  },
  task: {
    title: 'title task name aufgabe subject todo summary',
    status: 'status state done completed',
    due_date: 'due due_date deadline fällig fällig_am',
    assignee: 'assignee owner assigned_to zuständig',
    priority: 'priority priorität',
    description: 'description beschreibung notes',
    task_id: 'task_id id key',
  },
  company: {
    name: 'name company company_name firma firmenname supplier supplier_name lieferant vendor vendor_name customer customer_name kunde kundenname client fournisseur société leverancier klant proveedor cliente fornitore organization organisation',
    contact_person:
      'contact_person contact contact_name ansprechpartner ansprechpartnerin kontaktperson personne_de_contact contactpersoon persona_de_contacto',
    customer_number:
      'customer_number customer_no customer_id kundennummer kundennr numéro_client klantnummer',
    supplier_number:
      'supplier_number supplier_no supplier_id vendor_number vendor_no vendor_id lieferantennummer lieferantennr leveranciersnummer',
    vat_id: 'vat_id vat vat_no vat_number ust_id ustid ust_idnr ust_id_nr numéro_de_tva btw_nummer nif',
    registration_number: 'registration_number hrb kvk company_number',
    iban: 'iban',
    email: 'email e_mail email_address mail courriel',
    phone: 'phone phone_number telefon tel telephone téléphone telefoon',
    website: 'website web url domain homepage',
    address: 'address street adresse anschrift straße strasse rue',
    postal_code: 'postal_code postcode zip zip_code plz code_postal',
    city: 'city town ort stadt ville plaats ciudad',
    country: 'country land pays',
    industry: 'industry branche sector',
  },
  receipt: {
    company: 'company merchant store shop vendor händler',
    date: 'date datum purchase_date',
    total: 'total amount betrag',
    currency: 'currency währung',
    receipt_number: 'receipt_number receipt_no receipt belegnummer',
    payment_method: 'payment_method zahlungsart',
  },
}

/** The field of each heading. Of two columns for one field, the heading that is listed first counts. */
export const columnNames: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(headings).map(([entityType, fields]) => [
    entityType,
    new Map(
      Object.entries(fields).flatMap(([field, names]) =>
        names.split(' ').map((name) => [name, field] as const),
      ),
    ),
  ]),
)

/** The columns must include one of these sets; otherwise the rows are not of this type. */
const requiredFields: Readonly<Record<string, readonly (readonly string[])[]>> = {
  transaction: ['amount', 'debit', 'credit'].flatMap((amount) =>
    [
      'description',
      'counterparty_name',
      'counterparty_iban',
      'reference',
      'bank_reference',
      'account',
      'transaction_id',
      ...(amount === 'amount' ? [] : ['date']),
    ].map((about) => ['date', amount, about]),
  ),
  invoice: [['invoice_number']],
  contact: [['email'], ['given_name', 'family_name'], ['full_name', 'phone'], ['full_name', 'organization']],
  event: [['summary', 'start']],
  task: [
    ['title', 'status'],
    ['title', 'due_date'],
  ],
  company: [
    ['name', 'vat_id'],
    ['name', 'registration_number'],
    ['name', 'industry'],
    ['name', 'website'],
    ['name', 'address'],
    ['name', 'city'],
    ['name', 'phone'],
    ['name', 'contact_person'],
  ],
  receipt: [['company', 'total'], ['receipt_number']],
}

/** These alone say of what type something is. Otherwise fields of the type must be more than half of all. */
const tellingFields: Readonly<Record<string, readonly string[]>> = {
  transaction: ['date'],
  invoice: ['invoice_number'],
  contact: ['email', 'given_name'],
  event: ['start'],
  task: ['due_date', 'assignee', 'task_id'],
  company: ['vat_id', 'registration_number', 'contact_person'],
  receipt: ['receipt_number'],
}

/** Headings of a line of goods: what was sold or is for sale, not a payment, a person or a firm. */
const quantityHeadings: ReadonlySet<string> = new Set(
  (
    'quantity qty units units_sold unit_price price_per_unit sku ean gtin article_no menge anzahl stück stueck stückpreis ' +
    'einzelpreis artikelnummer artikelnr artikel_nr art_nr quantité qté prix_unitaire référence_article aantal stuksprijs ' +
    'cantidad precio_unitario quantità prezzo_unitario'
  ).split(' '),
)
const articleHeadings: ReadonlySet<string> = new Set(
  'product product_name product_id article artikel artikelbezeichnung produkt produktname produit producto prodotto articolo'.split(
    ' ',
  ),
)

/** A bank may call an account a product, and describes each payment. */
export function isLineOfGoods(plainHeadings: readonly string[]): boolean {
  const isDescribed = plainHeadings.includes('description')
  return plainHeadings.some(
    (heading) => quantityHeadings.has(heading) || (articleHeadings.has(heading) && !isDescribed),
  )
}

/**
 * The types that names may mean, the one with most fields first. `fieldsOf` gives the field of each of the `total` names, under
 * the names of that type.
 */
export function typesOf(
  fieldsOf: (entityType: string) => readonly string[],
  total: number,
): readonly string[] {
  return [...columnNames]
    .flatMap(([entityType, names]) => {
      const meant = new Set([...names.values(), ...Object.keys(schemas.get(entityType)!.fields)])
      const known = fieldsOf(entityType).filter((field) => meant.has(field))
      const has = (field: string) => known.includes(field)
      const isOne = known.length >= 2 && requiredFields[entityType]!.some((fields) => fields.every(has))
      const isTold = tellingFields[entityType]!.some(has) || known.length > total / 2
      return isOne && isTold ? [{ entityType, count: known.length }] : []
    })
    .toSorted((a, b) => b.count - a.count)
    .map(({ entityType }) => entityType)
}
