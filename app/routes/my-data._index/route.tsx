import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { myDataTexts as texts } from "~/content/my-data-texts";
import { described } from "~/content/page-titles";
import { mayTakeData } from "~/areas/holdings/my-data/read-my-data";
import { requireSession } from "~/server/session/page-session";
import { MyDataScreen } from "./screen";

export const meta: MetaFunction = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  if (!(await mayTakeData(await requireSession(args)))) throw redirect("/confirm-code?next=my-data");
  return json({});
}

export default function MyData() {
  return <MyDataScreen />;
}
