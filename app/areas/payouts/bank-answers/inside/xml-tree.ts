import { SaxesParser } from "saxes";

/** An element without its namespace. */
export type XmlNode = { name: string; text: string; attributes: Record<string, string>; children: XmlNode[] };

const MOST_NODES = 400_000;

/** @returns null unless it is well-formed; what a document type declares is not expanded */
export function readXml(source: string): XmlNode | null {
  const top: XmlNode = { name: "", text: "", attributes: {}, children: [] };
  const open = [top];
  let nodes = 0;
  let isBad = false;
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", () => {
    isBad = true;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++nodes > MOST_NODES) isBad = true;
    if (isBad) return;
    const node = { name: name.slice(name.indexOf(":") + 1), text: "", attributes, children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on("closetag", () => void (isBad || open.pop()));
  parser.write(source).close();
  return isBad ? null : (top.children[0] ?? null);
}

/** The first element at a path such as 'BookgDt/Dt'. */
export function find(node: XmlNode | undefined, path: string): XmlNode | undefined {
  return path
    .split("/")
    .reduce<XmlNode | undefined>((found, name) => found?.children.find((child) => child.name === name), node);
}

export const textAt = (node: XmlNode | undefined, path: string): string => find(node, path)?.text.trim() ?? "";

export const all = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];
