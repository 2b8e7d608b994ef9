/** For scripts whose statements end with a semicolon and whose strings hold no space beside punctuation. */
export const compactScript = (text: string): string => text.replace(/\s*([=+\-*/{}()[\];,:?<>&|])\s*/g, "$1");
