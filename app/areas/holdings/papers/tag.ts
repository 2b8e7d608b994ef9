import {
  beginMarkedContent,
  endMarkedContent,
  PDFArray,
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";

type Entries = Record<string, PDFObject | Record<string, string | number[]>>;

export const columnHead = { A: { O: "Table", Scope: "Column" } };
export const rowHead = { A: { O: "Table", Scope: "Row" } };

/** Element of the structure tree, which a screen reader follows in place of the drawing. */
export class Tag {
  private readonly kids: PDFArray;

  private constructor(
    private readonly context: PDFContext,
    readonly role: string,
    private readonly ref: PDFRef,
    /** Pairs of the number of a page or link and what owns it, in every element of a document the same list. */
    private readonly owners: PDFArray,
    more: Entries,
  ) {
    this.kids = context.obj([]);
    context.assign(ref, context.obj({ S: role, K: this.kids, ...more }));
  }

  static document({ context, catalog }: PDFDocument): Tag {
    const owners = context.obj([]);
    const [root, ref] = [context.nextRef(), context.nextRef()];
    context.assign(root, context.obj({ Type: "StructTreeRoot", K: ref, ParentTree: { Nums: owners } }));
    catalog.set(PDFName.of("StructTreeRoot"), root);
    catalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));
    return new Tag(context, "Document", ref, owners, { P: root });
  }

  add(role: string, more: Entries = {}): Tag {
    const ref = this.context.nextRef();
    this.kids.push(ref);
    return new Tag(this.context, role, ref, this.owners, { P: this.ref, ...more });
  }

  addFigure(alt: string, box: { x: number; top: number; width: number; height: number }): Tag {
    const BBox = [box.x, box.top - box.height, box.x + box.width, box.top];
    return this.add("Figure", { Alt: PDFString.of(alt), A: { O: "Layout", BBox } });
  }

  annotate(page: PDFPage, annotation: PDFDict): void {
    const ref = this.context.register(annotation);
    annotation.set(PDFName.of("StructParent"), this.numbered(this.ref));
    page.node.addAnnot(ref);
    this.kids.push(this.context.obj({ Type: "OBJR", Pg: page.ref, Obj: ref }));
  }

  /** @returns the number of the next part of the page, which from then on belongs to this element */
  own(page: PDFPage): number {
    const parts = this.partsOf(page);
    const MCID = parts.size();
    parts.push(this.ref);
    this.kids.push(this.context.obj({ Type: "MCR", Pg: page.ref, MCID }));
    return MCID;
  }

  private partsOf({ node }: PDFPage): PDFArray {
    const known = node.lookupMaybe(PDFName.of("StructParents"), PDFNumber);
    if (known) return this.owners.lookup(known.asNumber() * 2 + 1, PDFArray);
    const parts = this.context.obj([]);
    node.set(PDFName.of("StructParents"), this.numbered(parts));
    node.set(PDFName.of("Tabs"), PDFName.of("S"));
    return parts;
  }

  private numbered(owner: PDFObject): PDFNumber {
    const number = PDFNumber.of(this.owners.size() / 2);
    this.owners.push(number);
    this.owners.push(owner);
    return number;
  }
}

/** Draws a part of an element; without one an ornament, or what each page repeats, which screen readers skip. */
export function mark<Drawn>(page: PDFPage, tag: Tag | undefined, draw: () => Drawn): Drawn {
  const begin = tag
    ? PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [`/${tag.role} <</MCID ${tag.own(page)}>>`])
    : beginMarkedContent("Artifact");
  page.pushOperators(begin);
  const drawn = draw();
  page.pushOperators(endMarkedContent());
  return drawn;
}
