/** Commands that name a place; `@@` is replaced by its path. */
export const COMMAND_SHAPES: readonly string[] = `
cat < @@
echo x > @@
echo x >> @@
ls 2> @@
ls &> @@
{ ls; } > @@
exec 3< @@
GIT_DIR=@@ git log
GIT_WORK_TREE=@@ git status
GIT_INDEX_FILE=@@ git status
GIT_OBJECT_DIRECTORY=@@ git log
GIT_ALTERNATE_OBJECT_DIRECTORIES=@@ git log
GIT_COMMON_DIR=@@ git status
GIT_CEILING_DIRECTORIES=@@ git status
PYTHONPATH=@@ ls
NODE_OPTIONS=--require=@@ ls
NODE_PATH=@@ ls
BASH_ENV=@@ ls
HOME=@@ ls
HOME=@@ git status
TMPDIR=@@ sort README.md
XDG_CONFIG_HOME=@@ git log
export GIT_DIR=@@; git log
GIT_DIR=@@; export GIT_DIR; git log
GIT_DIR=@@; git log
env GIT_DIR=@@ git log
declare -x GIT_WORK_TREE=@@; git status
HOME=@@; ls
TMPDIR=@@; sort README.md
x=@@; cat $x
x=@@; ls "$x"
cd @@ && ls
cd @@
cd -P @@ && ls
(cd @@; cat README.md)
pushd @@ && ls
git -C @@ status
git -C @@ log -1
git --git-dir=@@ log
git --git-dir @@ log
git --work-tree=@@ status
git diff -- @@
git diff @@
git log -- @@
git diff --no-index README.md @@
git blame @@
git clone . @@
git worktree add @@
git init @@
git add @@
git apply @@
git am @@
git grep x -- @@
git archive -o @@ HEAD
git diff --output=@@
git log --output=@@
git commit -F @@
git ls-files @@
tar -C @@ -cf a.tar README.md
tar -xf @@
tar xzf @@
tar -cf @@ README.md
tar -xf a.tar -C @@
tar -T @@ -cf a.tar
tar --directory=@@ -cf a.tar README.md
cp README.md @@
cp @@ x
cp -t @@ README.md
cp -r @@ x
mv README.md @@
ln -s @@ l
ln -s README.md @@
ln @@ l
install README.md @@
find @@ -name x
find @@ -type f
find . -newer @@
find . -samefile @@
fd x @@
make -C @@
make -f @@
npm --prefix @@ test
npm --prefix=@@ test
yarn --cwd @@ test
npm install @@
source @@
. @@
bash @@
sh < @@
bash --rcfile @@ -i
python3 @@
node @@
node --require @@ a.js
echo @@ | xargs cat
echo @@ | xargs ls
xargs -a @@ cat
xargs cat < @@
ls @@*
cat @@*
ls @@/*
cat @@/*.md
wc -l @@?
for f in @@/*; do cat "$f"; done
for f in @@; do cat "$f"; done
cat @@
head -n 1 @@
tail -f @@
ls @@
ls -la @@
stat @@
wc @@
du -sh @@
grep x @@
grep -r x @@
rg x @@
sort @@
diff README.md @@
diff -r src @@
cmp README.md @@
sed -n 1p @@
sed -i s/a/b/ @@
sed -n "w @@" README.md
awk "{print}" @@
jq . @@
tree @@
realpath @@
readlink @@
file @@
test -f @@
[ -d @@ ]
[[ -e @@ ]]
sort -T @@ README.md
sort -o @@ README.md
sort --files0-from=@@
wc --files0-from=@@
grep -f @@ README.md
rg -f @@ src
rg --ignore-file @@ x src
rg --ignore-file=@@ x src
date -r @@
diff --to-file=@@ README.md
diff -X @@ README.md package.json
jq -f @@ package.json
jq -L @@ . package.json
env -C @@ ls
timeout 5 cat @@
nice cat @@
time -o @@ ls
ls | tee @@
touch @@
mkdir -p @@
rm -rf @@
chmod +x @@
truncate -s 0 @@
dd if=@@ of=x
dd of=@@
curl -o @@ http://h.example
wget -P @@ http://h.example
unzip a.zip -d @@
zip -r a.zip @@
docker run -v @@:/x image
docker build @@
ssh -i @@ host
sqlite3 @@ .tables
less @@
unknown_program @@
unknown_program --out=@@
unknown_program -o@@
unknown_program key=@@
cat $(echo @@)
bash -c 'cat @@'
eval cat @@
f() { cat @@; }; f
trap 'cat @@' EXIT
if test -f @@; then cat @@; fi
mapfile < @@
read x < @@
diff <(cat @@) README.md
ls -d @@
git show --stat -- @@
git check-ignore @@
patch -p1 -i @@
patch -p1 < @@
echo "$(cat @@)"
`
  .split('\n')
  .filter(Boolean)

/** Shapes in which a word is a pattern: what it finds decides whether a deny rule holds. */
export function hasPattern(shape: string): boolean {
  return /[*?]/.test(shape)
}
